import { afterEach, beforeEach, expect, it } from 'vitest';

import { readOfficeConfig } from '../../office/config.ts';
import { startOffice } from '../../office/server/app.ts';
import type { RunningServer } from '../../platform/http/http-server.ts';
import { connect } from '../../storage/connection.ts';
import { createUser } from '../../storage/users.ts';
import { ownStores, silent } from '../../testing/own-stores.ts';
import { startProxyFor, throughProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { basic, password } from './office-under-test.ts';

let office: RunningServer;
let mongodb: TcpProxy;
let redis: TcpProxy;
const stores = ownStores();

beforeEach(async () => {
  const { MONGODB_URI, REDIS_URL } = stores.settings;
  const database = connect(MONGODB_URI, { logger: silent });
  await database.connected;
  await createUser(database, { username: 'naledi', password });
  await database.close();
  mongodb = await startProxyFor(MONGODB_URI, 27_017);
  redis = await startProxyFor(REDIS_URL, 6_379);
  const config = readOfficeConfig({
    ...stores.settings,
    OFFICE_PORT: '0',
    REDIS_URL: throughProxy(REDIS_URL, redis),
    MONGODB_URI: throughProxy(MONGODB_URI, mongodb),
  });
  office = await startOffice(config, silent);
});

afterEach(async () => {
  await redis.up();
  await office.stop();
  await mongodb.close();
  await redis.close();
  await stores.remove();
});

function get(path: string, headers = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${office.port}${path}`, { headers });
}

function list(secret = password): Promise<Response> {
  return get('/api/contact-submissions', basic('naledi', secret));
}

it('tells staff in words that MongoDB is away, and works again by itself', async () => {
  await mongodb.down();
  const refused = await list();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await refused.text()).toBe(
    'Enquiries cannot be read at the moment. Please try again in 10 seconds.',
  );
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(503);
  await mongodb.up();
  await expect.poll(async () => (await list()).status, { timeout: 15_000 }).toBe(200);
  expect((await get('/readyz')).status).toBe(200);

  await mongodb.down();
  expect((await list()).status).toBe(503);
});

it('lets nobody try passwords while they cannot be counted', async () => {
  await redis.down();
  await expect.poll(async () => (await list('wrong password')).status).toBe(503);
  expect((await list()).status).toBe(503);
  const notReady = await get('/readyz');
  expect(notReady.status).toBe(503);
  expect(await notReady.text()).toBe('Not ready: Redis takes no writes.');
  await redis.up();
  await expect.poll(async () => (await list()).status, { timeout: 15_000 }).toBe(200);
});

it('answers within seconds while MongoDB hangs', async () => {
  expect((await list()).status).toBe(200);
  mongodb.hang();
  expect((await list()).status).toBe(503);
});
