import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';

import { contactSubmissionsPath } from '#contract/api.ts';
import { findFreePort } from '#support/free-port.ts';
import { hashToken } from '#storage/sessions.ts';
import { createAccessToken } from '#storage/tokens.ts';
import { createUser } from '#storage/users.ts';
import { createMarkedEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { startMongodbFront } from '#support/mongodb-front.ts';
import { openDatabase, storeAccepted } from '#support/own-stores.ts';
import { startService } from '#support/service.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';
import { waitFor } from '#support/wait-for.ts';
import type { ActionName } from '../../office/api.ts';
import { officeApiPath } from '../../office/paths.ts';

/** The mark in every value that is typed or sent, and nowhere else. */
const mark = `zqx${randomUUID().slice(0, 8)}`;
const username = `staff.${mark}@example.org`;
const password = `marula ${mark} teapot`;
const stores = forAllTests(openDatabase);
const mongodb = forAllTests(async () => {
  const front = await startMongodbFront(stores.settings.MONGODB_URI);
  return { front, stop: front.close };
});
const proxies = forAllTests(() =>
  startStoreProxies({ ...stores.settings, MONGODB_URI: mongodb.front.uri }),
);
const office = forAllTests(async () => {
  const port = String(await findFreePort());
  const settings = { LOG_LEVEL: 'debug', OFFICE_METRICS_PORT: port, STAFF_LOGIN_ATTEMPTS: '100' };
  const service = await startService('office', {
    ...stores.settings,
    ...proxies.settings,
    ...settings,
  });
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return { ...service, metrics };
});
const email = `${mark}@example.org`;
let id: string;
let userId: string;
let cookie = '';
let accessToken = '';

beforeAll(async () => {
  ({ id: userId } = await createUser(stores, { username, password, role: 'officer' }));
  id = await storeAccepted(stores, { form: createMarkedEnquiry(mark, { email }) });
});

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${office.url}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'User-Agent': mark,
      Referer: `https://${mark}.example/`,
      ...(cookie ? { Cookie: cookie } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

const pathOf = (name: ActionName) => `${officeApiPath}/${name}`;

async function ask(name: ActionName, body: object = {}): Promise<number> {
  const response = await send('POST', pathOf(name), body);
  await response.arrayBuffer();
  return response.status;
}

async function signIn(as: object): Promise<number> {
  const response = await send('POST', pathOf('session.sign-in'), as);
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
  return response.status;
}

/** Expects neither the mark nor a secret in the output and metrics of the enquiries desk so far. */
async function expectNoLeaks(): Promise<void> {
  const output = `${office.output()}${await office.metrics()}`;
  expect(output).toContain('"route"');
  expect(output).toContain('nodejs_version_info');
  expect(output.toLowerCase()).not.toContain(mark);
  const token = cookie.split('=')[1] ?? '';
  expect(token.length).toBeGreaterThan(30);
  expect(accessToken.length).toBeGreaterThan(30);
  const tokens = [token, accessToken].flatMap((one) => [one, hashToken(one)]);
  for (const secret of [...tokens, Buffer.from(password).toString('base64')]) {
    expect(output).not.toContain(secret);
  }
}

/** Operations of the enquiries desk to call, with the mark in everything that is typed. */
function asked(): [ActionName, object][] {
  const reason = `For ${mark}.`;
  const search = mark;
  const item = { id, version: 0 };
  const about = { kind: 'access', receivedOn: '2026-01-05', result: '' };
  const request = { ...about, who: mark, contact: mark, email: '' };
  return [
    ['enquiry.list', { list: 'all', search }],
    ['enquiry.list', { list: mark }],
    ['enquiry.read', { name: id }],
    ['enquiry.read', { name: mark }],
    ['enquiry.note', { id, text: mark }],
    ['enquiry.update', { changes: [{ ...item, patch: { owner: mark } }] }],
    ['enquiry.update', { changes: [{ ...item, patch: { tags: [mark] } }] }],
    ['enquiry.update', { changes: [{ id, version: 1, patch: { status: 'quarantined' } }] }],
    ['enquiry.update', { changes: [{ id, version: 2, patch: { status: 'released' } }] }],
    ['enquiry.reply', { id, version: 3, text: mark, close: false }],
    ['enquiry.resend', { id }],
    ['enquiry.add', { channel: 'phone', lastName: mark, message: mark, receivedOn: '2026-01-05' }],
    ['enquiry.export', { list: 'all', search, format: 'csv', reason }],
    ['enquiry.export', { list: 'all', search, format: 'xlsx', reason }],
    ['template.save', { id: randomUUID(), name: mark, text: mark }],
    ['pulse', { viewing: id }],
    ['person.find', { who: email }],
    ['person.correct', { id, version: 4, correction: { lastName: mark } }],
    ['person.correct', { id, version: 4, correction: { lastName: mark } }],
    ['person.export', { who: email }],
    ['person.find', { who: mark }],
    ['request.save', { ...request, email }],
    ['request.save', { ...request, id, version: 0, receivedOn: mark }],
    ['person.erase', { who: email, typed: mark }],
    ['audit.search', { about: email, account: mark }],
    ['audit.export', { about: mark }],
    ['overview.read', {}],
  ];
}

it('keeps enquiries, typed text and search terms out of logs and metrics', async () => {
  expect(await signIn({ username: mark, password: mark })).toBe(401);
  expect(await signIn({ username, password: mark })).toBe(401);
  expect(await signIn({ username, password })).toBe(200);
  for (const [name, body] of asked()) expect(await ask(name, body), name).toBeLessThan(500);
  const wanted = { userId, name: mark, scope: 'read', days: 1 } as const;
  ({ token: accessToken } = await createAccessToken(stores, wanted));
  for (const [Authorization, status] of [
    [`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`, 401],
    [`Bearer ${mark}`, 401],
    [`Bearer ${accessToken}`, 200],
  ] as const) {
    const path = `${contactSubmissionsPath}?q=${mark}`;
    const headers = { Cookie: '', Authorization };
    expect((await send('GET', path, undefined, headers)).status).toBe(status);
  }
  const account = { username: `new.${mark}`, role: 'ops' };
  expect(await ask('account.add', account)).toBe(200);
  await expectNoLeaks();
});

it('keeps data out of logs and metrics when a request is malformed', async () => {
  const path = pathOf('enquiry.list');
  const wrong: [string, string, unknown, Record<string, string>?][] = [
    ['POST', path, `{"search": ${mark}`],
    ['POST', path, { search: mark.repeat(4_000) }],
    ['POST', path, mark, { 'Content-Type': `application/json; charset=${mark}` }],
    ['POST', path, {}, { 'Sec-Fetch-Site': 'cross-site', Origin: `https://${mark}.example` }],
    ['GET', `/ops/api/${mark}`, undefined],
    ['GET', `/ops/%ff${mark}`, undefined],
    ['GET', `/ops/enquiries/${mark}?${mark}`, undefined],
    ['GET', `${contactSubmissionsPath}/${mark}`, undefined],
    ['GET', `${contactSubmissionsPath}?${mark}=${mark}`, undefined],
    ['POST', pathOf('overview.read'), {}, { Cookie: `__Host-office=${mark}` }],
    ['POST', pathOf('link.use'), { token: mark, password: mark }],
    ['POST', pathOf('passkey.remove'), { id: mark }],
  ];
  for (const [method, at, body, headers] of wrong) {
    const response = await send(method, at, body, headers);
    expect(response.status, `${method} ${at}`).toBeLessThan(500);
    await response.arrayBuffer();
  }
  await expectNoLeaks();
});

it('keeps data out of logs and metrics when MongoDB quotes it or a store goes down', async () => {
  mongodb.front.answer = (command) => {
    const isRefused = ['find', 'aggregate', 'update', 'findAndModify', 'insert'].some(
      (name) => command[name] === 'contactsubmissions' || command[name] === 'auditrecords',
    );
    const errmsg = `Plan executor error: ${JSON.stringify(command)} ${mark} ${email}`;
    return isRefused ? { ok: 0, code: 96, errmsg } : undefined;
  };
  for (const [name, body] of asked()) await ask(name, body);
  expect(await ask('enquiry.read', { name: id })).toBeGreaterThanOrEqual(500);
  mongodb.front.answer = () => undefined;
  expect(await ask('enquiry.read', { name: id })).toBe(200);
  await expectNoLeaks();

  await proxies.redis.down();
  const withRedis = ['enquiry.read', 'enquiry.update', 'pulse', 'person.erase'];
  const wanted = asked().filter(([name]) => withRedis.includes(name));
  expect(new Set(wanted.map(([name]) => name)).size).toBe(withRedis.length);
  for (const [name, body] of wanted) await ask(name, body);
  await proxies.mongodb.down();
  for (const [name, body] of asked().slice(0, 4)) await ask(name, body);
  await waitFor('it is logged', () => office.output().includes('"status":503'));
  await expectNoLeaks();
});
