import { afterEach, beforeEach, expect, it } from 'vitest';

import { startProxyFor, throughProxy, type TcpProxy } from '../tcp-proxy.ts';
import { ownStores } from '../own-stores.ts';
import { createUser } from '../../storage/users.ts';
import { connect } from '../../storage/connection.ts';
import { silent } from '../own-stores.ts';
import { startApiUnderTest, type ApiUnderTest } from './api-under-test.ts';
import { enquiry } from './enquiry.ts';
import { basic, password } from './staff-api.ts';

let api: ApiUnderTest;
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
  api = await startApiUnderTest(throughProxy(REDIS_URL, redis), {
    MONGODB_URI: throughProxy(MONGODB_URI, mongodb),
  });
});

afterEach(async () => {
  await redis.up();
  await api.stop();
  await mongodb.close();
  await redis.close();
  await stores.remove();
});

function list(secret = password): Promise<Response> {
  return fetch(`${api.url}/api/contact-submissions`, { headers: basic('naledi', secret) });
}

it('takes enquiries without MongoDB, tells staff in words, and works again by itself', async () => {
  await mongodb.down();
  const refused = await list();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await refused.text()).toBe(
    'Enquiries cannot be read at the moment. Please try again in 10 seconds.',
  );
  expect((await api.post(enquiry())).status).toBe(202);
  await mongodb.up();
  await expect.poll(async () => (await list()).status, { timeout: 15_000 }).toBe(200);

  await mongodb.down();
  expect((await list()).status).toBe(503);
  expect((await api.post(enquiry())).status).toBe(202);
});

it('lets nobody try passwords while they cannot be counted', async () => {
  await redis.down();
  await expect.poll(async () => (await list('wrong password')).status).toBe(503);
  expect((await list()).status).toBe(503);
  await redis.up();
  await expect.poll(async () => (await list()).status, { timeout: 15_000 }).toBe(200);
});

it('answers within seconds while MongoDB hangs, and takes enquiries', async () => {
  expect((await list()).status).toBe(200);
  mongodb.hang();
  const [refused, taken] = await Promise.all([list(), api.post(enquiry())]);
  expect(refused.status).toBe(503);
  expect(taken.status).toBe(202);
});
