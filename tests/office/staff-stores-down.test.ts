import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';

import { contactSubmissionsPath } from '#contract/api.ts';
import { createUser } from '#storage/users.ts';
import { forEachTest } from '#support/for-all-tests.ts';
import { withLogin } from '#support/mongodb-address.ts';
import { greeting, isGreeting, startMongodbFront } from '#support/mongodb-front.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { openDatabase, storeAccepted } from '#support/own-stores.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';
import { waitFor } from '#support/wait-for.ts';
import {
  cookieOf,
  password,
  send,
  sessionOf,
  signIn,
  startOfficeUnderTest,
  tokenOf,
} from './office-under-test.ts';

const database = forEachTest(openDatabase);
const proxies = forEachTest(() => startStoreProxies(database.settings));
const office = forEachTest(() =>
  startOfficeUnderTest({ ...database.settings, ...proxies.settings, STAFF_LOGIN_ATTEMPTS: '3' }),
);

beforeEach(async () => {
  await createUser(database, { username: 'naledi', password });
});

afterEach(() => proxies.redis.up());

function get(path: string): Promise<Response> {
  return fetch(`${office.url}${path}`);
}

async function list(): Promise<Response> {
  const headers = await tokenOf(database, 'naledi');
  return fetch(`${office.url}${contactSubmissionsPath}`, { headers });
}

it('says that enquiries cannot be loaded while MongoDB is down, and recovers', async () => {
  await proxies.mongodb.down();
  const refused = await list();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await refused.text()).toBe(
    'Enquiries cannot be loaded at the moment. Please try again in 10 seconds.',
  );
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(503);
  await proxies.mongodb.up();
  await expect.poll(async () => (await list()).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);

  await proxies.mongodb.down();
  expect((await list()).status).toBe(503);
});

it('counts password attempts in memory while Redis is down', async () => {
  await proxies.redis.down();
  const attempt = (secret: string) => signIn(office, 'naledi', { secret });
  for (let time = 0; time < 3; time += 1) {
    expect((await attempt('wrong password')).status).toBe(401);
  }
  const started = performance.now();
  expect((await attempt('wrong password')).status).toBe(401);
  expect(performance.now() - started).toBeGreaterThan(2_000);
  expect((await attempt(password)).status).toBe(200);
  // Reading with a token needs only MongoDB.
  expect((await list()).status).toBe(200);
  const notReady = await get('/readyz');
  expect(notReady.status).toBe(503);
  expect(await notReady.text()).toBe('Not ready: Redis is not accepting writes.');
  await proxies.redis.up();
  await expect.poll(async () => (await attempt(password)).status).toBe(200);
});

it('locks nobody out for correct passwords entered while MongoDB was down', async () => {
  await proxies.mongodb.down();
  for (const round of ['first', 'second']) {
    const answers = await Promise.all(
      ['naledi', 'Naledi', 'NALEDI'].map((user) => signIn(office, user)),
    );
    expect(
      answers.map(({ status }) => status),
      round,
    ).toEqual([503, 503, 503]);
  }
  await proxies.mongodb.up();
  const answer = await waitFor('MongoDB is back', async () => {
    const response = await signIn(office, 'naledi');
    return response.status !== 503 && response;
  });
  expect(answer.status).toBe(200);
});

it('answers 503 instead of waiting while MongoDB hangs', async () => {
  expect((await list()).status).toBe(200);
  proxies.mongodb.hang();
  expect((await list()).status).toBe(503);
});

it('tells ops that MongoDB rejects the login, but staff only that loading fails', async () => {
  const front = await startMongodbFront(database.settings.MONGODB_URI);
  front.answer = (command) => {
    if (isGreeting(command)) return greeting({});
    return 'saslStart' in command
      ? { ok: 0, code: 18, errmsg: 'Authentication failed.' }
      : undefined;
  };
  const MONGODB_URI = withLogin(front.uri, 'enquiries', 'wrong-password');
  const refused = await startOfficeUnderTest({ ...database.settings, MONGODB_URI }, false);
  onTestFinished(async () => {
    await refused.stop();
    front.close();
  });
  const answer = await fetch(`${refused.url}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).toMatch(/^Not ready: MongoDB rejected the login: .*authSource/);
  const headers = await tokenOf(database, 'naledi');
  const asked = await fetch(`${refused.url}${contactSubmissionsPath}`, { headers });
  expect(await asked.text()).toBe(
    'Enquiries cannot be loaded at the moment. Please try again in 10 seconds.',
  );
  expect(refused.log()).toContain('mongodb access denied');
  expect(refused.log()).not.toContain('wrong-password');
});

it('keeps existing sessions without Redis', async () => {
  const cookie = cookieOf(await signIn(office, 'naledi'));
  await proxies.redis.down();
  await waitFor('it is down', async () => (await get('/readyz')).status === 503);
  const shown = await send(office, 'session.read', { cookie });
  expect(await shown.json()).toMatchObject({ username: 'naledi' });
});

it('cannot undo a reply while Redis is read-only, as in a failover, but can later', async () => {
  const redis = await startOwnRedis();
  const ownOffice = await startOfficeUnderTest({ ...database.settings, REDIS_URL: redis.url });
  onTestFinished(async () => {
    await ownOffice.stop();
    await redis.stop();
  });
  const id = await storeAccepted(database);
  const cookie = await sessionOf(database, 'naledi');
  const reply = { id, version: 0, text: 'Yes.', close: false };
  const replied = await send(ownOffice, 'enquiry.reply', { cookie, body: reply });
  expect(replied.status).toBe(200);
  const body = (await replied.json()) as object;
  const unsend = () => send(ownOffice, 'enquiry.unsend', { cookie, body });
  await redis.ask((client) => client.replicaof('127.0.0.1', '1'));
  const refused = await unsend();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('10');
  await expect.poll(() => ownOffice.log()).toContain('"status":503,');
  expect(ownOffice.log()).toContain('"reason":"redis"');
  await redis.ask((client) => client.replicaof('NO', 'ONE'));
  await expect.poll(async () => (await unsend()).status).toBe(200);
});

it('reports that sessions cannot be checked while MongoDB is down, and recovers', async () => {
  const cookie = cookieOf(await signIn(office, 'naledi'));
  const status = async () => (await send(office, 'passkey.list', { cookie })).status;
  expect(await status()).toBe(200);
  await proxies.mongodb.down();
  const response = await send(office, 'passkey.list', { cookie });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('10');
  await proxies.mongodb.up();
  await waitFor('it is back', async () => (await status()) === 200);
  await waitFor('signing in works', async () => (await signIn(office, 'naledi')).status === 200);
});
