import { beforeAll, describe, expect, it } from 'vitest';

import { createUser } from '#storage/users.ts';
import { hashToken } from '#storage/sessions.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { openDatabase } from '#support/own-stores.ts';
import { accountHeader, queueBoardPath } from '../../office/paths.ts';
import type { ActionName } from '../../office/api.ts';
import * as officeUnderTest from './office-under-test.ts';
import { cookieOf, password, startOfficeUnderTest } from './office-under-test.ts';

const stores = forAllTests(openDatabase);
const office = forAllTests(() =>
  startOfficeUnderTest({ ...stores.settings, STAFF_LOGIN_ATTEMPTS: '100' }),
);
const other = 'Xk3-bregma-loft';

beforeAll(async () => {
  for (const username of ['thandi', 'sipho', 'lerato']) {
    await createUser(stores, { username, password, role: 'officer' });
  }
});

const send = (name: ActionName, options?: Parameters<typeof officeUnderTest.send>[2]) =>
  officeUnderTest.send(office, name, options);
const signIn = (username = 'thandi', secret = password, cookie = '') =>
  officeUnderTest.signIn(office, username, { secret, cookie });

function tokenIn(cookie: string): string {
  return cookie.split('=')[1] ?? '';
}

async function status(cookie: string): Promise<number> {
  return (await send('account.names', { cookie })).status;
}

async function session(username?: string): Promise<string> {
  const response = await signIn(username);
  expect(response.status).toBe(200);
  return cookieOf(response);
}

describe('signing in', () => {
  it('sets an HttpOnly, same-site cookie, and stores only its hash', async () => {
    const response = await signIn();
    expect(await response.json()).toMatchObject({ username: 'thandi', role: 'officer' });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-office=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const token = tokenIn(cookieOf(response));
    expect(JSON.stringify(await stores.sessions.find().lean())).not.toContain(token);
  });

  it('gives the same answer for a wrong password and an unknown name', async () => {
    for (const name of ['thandi', 'nobody']) {
      const response = await signIn(name, 'wrong');
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        detail: 'Incorrect username or password.',
      });
      // With the scheme Basic, browsers would show their own dialog.
      expect(response.headers.get('www-authenticate')).toBe('Session');
    }
  });

  it('is recorded, and so are failures, but never a username that does not exist', async () => {
    await signIn('a password typed as a name', 'wrong');
    const records = await stores.audit.read({ limit: 3, action: 'session.fail-sign-in' });
    expect(records.find(({ subject }) => subject.ids.length === 0)?.actor).toBe('nobody');
    const failed = records.find(({ subject }) => subject.ids[0] === 'thandi');
    expect(failed).toMatchObject({ network: '127.0.0.1' });
    expect(JSON.stringify(records)).not.toContain('typed');
    expect((await stores.audit.read({ limit: 1, action: 'session.sign-in' }))[0]?.actor).toBe(
      'thandi',
    );
  });

  it('starts a new session, and invalidates the session cookie that the browser sent', async () => {
    const before = await session();
    const after = cookieOf(await signIn('thandi', password, before));
    expect(after).not.toBe(before);
    expect(await status(before)).toBe(401);
    expect(await status(after)).toBe(200);
    const planted = `__Host-office=${'a'.repeat(43)}`;
    const newCookie = cookieOf(await signIn('thandi', password, planted));
    expect(newCookie).not.toBe(planted);
    expect(await status(planted)).toBe(401);
  });
});

it('refuses a page that shows another account, because its tab may have signed in before', async () => {
  const cookie = await session('sipho');
  const shows = async (username: string) =>
    (await send('account.names', { cookie, headers: { [accountHeader]: username } })).status;
  expect(await shows('sipho')).toBe(200);
  expect(await shows('thandi')).toBe(401);
});

it('says who is signed in, and null to anybody else, which is no error', async () => {
  const cookie = await session('sipho');
  const whoIs = async (sent: string) => {
    const response = await send('session.read', { cookie: sent });
    expect(response.status).toBe(200);
    return (await response.json()) as unknown;
  };
  expect(await whoIs(cookie)).toMatchObject({ username: 'sipho' });
  expect(await whoIs('')).toBeNull();
  expect(await whoIs(`__Host-office=${'a'.repeat(43)}`)).toBeNull();
  await send('session.sign-out', { cookie });
  expect(await whoIs(cookie)).toBeNull();
});

describe('a session ends', () => {
  const shift = (cookie: string, change: object) =>
    stores.sessions.updateOne({ _id: hashToken(tokenIn(cookie)) }, { $set: change });
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  const endOf = async (cookie: string) => {
    const storedSession = await stores.sessions
      .findById(hashToken(tokenIn(cookie)))
      .lean()
      .orFail();
    return storedSession.expiresAt.getTime();
  };

  it('after half an hour without a request', async () => {
    const cookie = await session();
    await shift(cookie, { expiresAt: ago(-1) });
    expect(await status(cookie)).toBe(200);
    expect(await endOf(cookie)).toBeGreaterThan(ago(-29).getTime());
    await shift(cookie, { expiresAt: ago(0) });
    const ended = await send('account.names', { cookie });
    expect(ended.status).toBe(401);
    expect(await ended.json()).toMatchObject({
      detail: 'Your session has ended. Please sign in again.',
    });
  });

  it('after half an hour even if a page stays open and repeats requests', async () => {
    const cookie = await session();
    await shift(cookie, { expiresAt: ago(-10) });
    expect((await send('pulse', { cookie })).status).toBe(200);
    const headers = { Cookie: cookie };
    const board = await fetch(`${office.url}${queueBoardPath}/api/queues`, { headers });
    expect(board.status).toBe(200);
    await board.body?.cancel();
    expect(await endOf(cookie)).toBeLessThan(ago(-11).getTime());
  });

  it('after twelve hours even if it is used', async () => {
    const cookie = await session();
    await shift(cookie, { createdAt: ago(12 * 60 - 10), expiresAt: ago(-5) });
    expect(await status(cookie)).toBe(200);
    expect(await endOf(cookie)).toBeLessThan(ago(-11).getTime());
  });

  it('when its owner signs out, here or everywhere', async () => {
    const [here, there, elsewhere] = [await session(), await session(), await session()];
    expect((await send('session.sign-out', { cookie: here })).status).toBe(200);
    expect(await Promise.all([here, there, elsewhere].map(status))).toEqual([401, 200, 200]);
    expect((await send('session.sign-out-everywhere', { cookie: there })).status).toBe(200);
    expect(await Promise.all([there, elsewhere].map(status))).toEqual([401, 401]);
  });

  it('when the password changes, but the browser that changed it gets a new session', async () => {
    const [here, there] = [await session('sipho'), await session('sipho')];
    const body = { current: password, password: other };
    const wrong = await send('account.password', {
      cookie: here,
      body: { ...body, current: 'wrong' },
    });
    expect(wrong.status).toBe(403);
    const changed = await send('account.password', { cookie: here, body });
    expect(changed.status).toBe(200);
    expect(await Promise.all([here, there].map(status))).toEqual([401, 401]);
    expect(await status(cookieOf(changed))).toBe(200);
    expect((await signIn('sipho')).status).toBe(401);
    const back = { current: other, password };
    const cookie = cookieOf(changed);
    expect((await send('account.password', { cookie, body: back })).status).toBe(200);
  });

  it('when its account is disabled; a new role applies immediately', async () => {
    const [admin, cookie] = [await session(), await session('lerato')];
    const change = (changed: object) =>
      send('account.change', { cookie: admin, body: { username: 'lerato', ...changed } });
    expect((await send('account.list', { cookie })).status).toBe(200);
    expect((await change({ role: 'staff' })).status).toBe(200);
    expect((await send('account.list', { cookie })).status).toBe(403);
    const [refused] = await stores.audit.read({ limit: 1, action: 'account.denied' });
    expect(refused).toMatchObject({
      actor: 'lerato',
      subject: { conditions: ['account.manage'] },
    });
    const seen = { role: 'officer', disabled: false };
    expect((await change({ role: 'ops', seen })).status).toBe(409);
    expect((await change({ disabled: true })).status).toBe(200);
    expect(await status(cookie)).toBe(401);
    expect((await change({ disabled: false })).status).toBe(200);
    expect(await status(cookie)).toBe(401);
  });
});

it('lets nobody change their own role or disable themselves', async () => {
  const cookie = await session('sipho');
  for (const change of [{ role: 'ops' }, { disabled: true }]) {
    const response = await send('account.change', {
      cookie,
      body: { username: 'sipho', ...change },
    });
    expect(response.status).toBe(409);
  }
  expect(await status(cookie)).toBe(200);
});

describe('a change that a page of another site sends is refused', () => {
  const json = { 'Content-Type': 'application/json' };
  const foreign = { 'Sec-Fetch-Site': 'cross-site' };

  it('even with a valid session', async () => {
    const cookie = await session();
    for (const headers of [foreign, { 'Sec-Fetch-Site': 'same-site' }]) {
      expect((await send('session.sign-out-everywhere', { cookie, headers })).status).toBe(403);
    }
    const url = `${office.url}/ops/api/session.sign-out-everywhere`;
    for (const Origin of ['https://evil.example', 'null', undefined]) {
      const headers = { Cookie: cookie, ...(Origin ? { Origin } : {}) };
      expect(
        (await fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: '{}' })).status,
      ).toBe(403);
    }
    expect(await status(cookie)).toBe(200);
    const headers = { Cookie: cookie, Origin: office.url };
    expect(
      (await fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: '{}' })).status,
    ).toBe(200);
  });

  it('even if it is a sign-in with the right password', async () => {
    const body = { username: 'thandi', password };
    const response = await send('session.sign-in', { body, headers: foreign });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});
