import { beforeEach, describe, expect, it, vi } from 'vitest';

import { queueBoardPath } from '../../contract/api.ts';
import { recoverAccess } from '../../office/features/accounts/access.server.ts';
import { officeApi, type ActionName } from '../../office/office-api.ts';
import { hasPasskey, listPasskeys, notePasskeyUse, storePasskey } from '../../storage/passkeys.ts';
import { createAccessToken, listTokens } from '../../storage/tokens.ts';
import type * as passkeyStorage from '../../storage/passkeys.ts';
import { findSession } from '../../storage/sessions.ts';
import type * as sessionStorage from '../../storage/sessions.ts';
import type * as tokenStorage from '../../storage/tokens.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createPasskeyDouble } from '../../testing/office/passkey-double.ts';
import { runStaff } from '../../testing/office/run-staff.ts';
import { startSmtpDouble } from '../../testing/smtp-double.ts';
import { waitFor } from '../../testing/wait-for.ts';
import * as officeUnderTest from './office-under-test.ts';
import {
  cookieOf,
  password,
  sessionOf,
  signIn,
  startOfficeUnderTest,
  tokenOf,
} from './office-under-test.ts';

// Only functions that some tests hold up: a schema cannot be spied on.
vi.mock('../../storage/passkeys.ts', async (load) => {
  const real = await load<typeof passkeyStorage>();
  const { storePasskey, notePasskeyUse } = real;
  return { ...real, storePasskey: vi.fn(storePasskey), notePasskeyUse: vi.fn(notePasskeyUse) };
});
vi.mock('../../storage/tokens.ts', async (load) => {
  const real = await load<typeof tokenStorage>();
  return { ...real, createAccessToken: vi.fn(real.createAccessToken) };
});
vi.mock('../../storage/sessions.ts', async (load) => {
  const real = await load<typeof sessionStorage>();
  return { ...real, findSession: vi.fn(real.findSession) };
});

const mail = forAllTests(startSmtpDouble);
const office = forAllTests(() =>
  startOfficeUnderTest({
    SMTP_URL: mail.url,
    MAIL_FROM: 'office@example.co.za',
    REQUIRE_PASSKEY: 'officers',
    STAFF_LOGIN_ATTEMPTS: '100',
  }),
);
const needed = 'needs a passkey: sign in to the enquiries desk and add one.';
const other = 'Xk3-bregma-loft';
let userId = '';

beforeEach(async () => {
  mail.accepted.length = 0;
  await office.database.users.deleteMany({});
  await office.database.passkeys.deleteMany({});
  const email = 'thandi@example.co.za';
  const officer = { username: 'thandi', password, email, role: 'officer' } as const;
  ({ id: userId } = await createCheapUser(office.database, officer));
  await createCheapUser(office.database, { username: 'naledi', password });
});

const send = (name: ActionName, options?: Parameters<typeof officeUnderTest.send>[2]) =>
  officeUnderTest.send(office, name, options);
const read = async (cookie: string): Promise<unknown> =>
  (await send('session.read', { cookie })).json();
const status = async (cookie: string, name: ActionName = 'access.list') =>
  (await send(name, { cookie })).status;

async function ask(name: ActionName, cookie = '', body: object = {}) {
  const response = await send(name, { cookie, body });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as { challenge: string; url: string };
}

/** Adds a passkey in a session. Resolves to the response. */
async function addPasskey(cookie: string, device = createPasskeyDouble(), name = 'Laptop') {
  const response = device.create(await ask('passkey.options', cookie));
  return send('passkey.add', { cookie, body: { name, response } });
}

async function signInBy(device: ReturnType<typeof createPasskeyDouble>): Promise<Response> {
  const response = device.get(await ask('session.passkey-options'));
  return send('session.sign-in-by-passkey', { body: { response } });
}

describe('an account that must have a passkey', () => {
  it('may only add one at its next sign-in, and then do everything', async () => {
    const [first, waiting] = [await signIn(office, 'thandi'), await signIn(office, 'thandi')];
    expect(await first.json()).toMatchObject({ username: 'thandi', lacksPasskey: true });
    const cookie = cookieOf(first);
    expect(await read(cookie)).toMatchObject({ lacksPasskey: true });
    const open = ['session.read', 'passkey.options', 'passkey.add'];
    for (const [name, { right }] of Object.entries(officeApi)) {
      if (right === 'anybody' || open.includes(name)) continue;
      const response = await send(name as ActionName, { cookie });
      expect([name, response.status]).toEqual([name, 403]);
      expect(await response.text()).toContain(`Your account ${needed}`);
    }
    const board = await fetch(`${office.url}${queueBoardPath}`, { headers: { Cookie: cookie } });
    expect([board.status, await board.text()]).toEqual([403, `Your account ${needed}`]);

    expect((await addPasskey(cookie)).status).toBe(200);
    expect(await read(cookie)).toMatchObject({ lacksPasskey: false });
    expect(await status(cookie, 'account.list')).toBe(200);
    // Ends the sessions that were started with the password alone.
    expect(await status(cookieOf(waiting), 'session.read')).toBe(401);
    expect((await send('session.sign-out', { cookie })).status).toBe(200);
  });

  it('may not use tokens or commands without one', async () => {
    const api = await office.get('', 'thandi');
    expect([api.status, await api.text()]).toEqual([403, `Your account ${needed}`]);
    const settings = { ...office.settings, REQUIRE_PASSKEY: 'officers' };
    const { Authorization } = await tokenOf(office.database, 'thandi');
    const OFFICE_TOKEN = Authorization.replace('Bearer ', '');
    const tried = [
      await runStaff(['submissions', 'list'], { ...settings, OFFICE_TOKEN }),
      await runStaff(['users', 'list', '--as', 'thandi'], settings, { password }),
    ];
    for (const { code, notes } of tried) {
      expect([code, notes]).toEqual([1, `The account thandi ${needed}\n`]);
    }
    expect((await office.get('', 'naledi')).status).toBe(200);
  });

  it('signs in with it, and neither with its password nor by a forgotten one', async () => {
    const device = createPasskeyDouble();
    expect((await addPasskey(cookieOf(await signIn(office, 'thandi')), device)).status).toBe(200);
    const refused = await signIn(office, 'thandi');
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
    const cookie = cookieOf(await signInBy(device));
    expect(await status(cookie, 'account.list')).toBe(200);
    const links = () => mail.accepted.filter((letter) => letter.mail.text?.includes('/welcome#'));
    await ask('link.request', '', { username: 'thandi' });
    await createCheapUser(office.database, {
      username: 'sipho',
      password,
      email: 'sipho@x.example',
    });
    await ask('link.request', '', { username: 'sipho' });
    await waitFor('the other link', () => links().length > 0);
    expect(links().map(({ to }) => to)).toEqual([['sipho@x.example']]);

    // A password alone does not make a session recent.
    const old = await sessionOf(office.database, 'thandi', 11);
    const body = { current: password, password: other };
    expect((await send('account.password', { cookie: old, body })).status).toBe(401);
  });

  it('is recovered by a link from an officer, or on the server', async () => {
    const device = createPasskeyDouble();
    await addPasskey(cookieOf(await signIn(office, 'thandi')), device);
    const settings = { ...office.settings, REQUIRE_PASSKEY: 'officers' };
    const { out } = await runStaff(['users', 'link', 'thandi', '--as', 'thandi'], settings, {
      password,
    });
    const token = out.trim().split('#')[1];
    const response = await send('link.use', { body: { token, password: other } });
    expect(await response.json()).toMatchObject({ username: 'thandi', lacksPasskey: true });
    expect((await signInBy(device)).status).toBe(401);
    expect(await status(cookieOf(response))).toBe(403);
    expect((await addPasskey(cookieOf(response))).status).toBe(200);
    expect(await status(cookieOf(response))).toBe(200);
  });

  it('and its open sessions follow its role and its passkeys', async () => {
    await addPasskey(cookieOf(await signIn(office, 'thandi')));
    const staff = cookieOf(await signIn(office, 'naledi'));
    expect(await status(staff)).toBe(200);
    await office.database.users.updateOne({ username: 'naledi' }, { $set: { role: 'officer' } });
    expect(await status(staff)).toBe(403);
    const officer = await sessionOf(office.database, 'thandi');
    const answer = (await (await send('account.list', { cookie: officer })).json()) as {
      accounts: { username: string; hasPasskey: boolean }[];
    };
    expect(answer).toMatchObject({ requirePasskey: 'officers' });
    expect(answer.accounts.map(({ username, hasPasskey: has }) => [username, has])).toEqual([
      ['naledi', false],
      ['thandi', true],
    ]);
  });
});

/** Lets an account be recovered just before a function of the storage runs. */
function recoverBefore<Result>(work: (...args: never[]) => Promise<Result>, id = userId): void {
  vi.mocked(work).mockImplementationOnce(async (...args) => {
    await recoverAccess(office.database, id);
    return work(...args);
  });
}

describe('a passkey is added', () => {
  it('only with the id of no other, and a name of one line', async () => {
    const id = Buffer.from('the same passkey');
    const [own, same] = [createPasskeyDouble(undefined, id), createPasskeyDouble(undefined, id)];
    const cookie = cookieOf(await signIn(office, 'thandi'));
    expect((await addPasskey(cookie, own, 'Laptop\nBcc: x@example.org')).status).toBe(400);
    expect((await addPasskey(cookie, own)).status).toBe(200);
    const colleague = cookieOf(await signIn(office, 'naledi'));
    expect((await addPasskey(colleague, same)).status).toBe(409);
    expect((await signInBy(same)).status).toBe(400);
    expect(await (await signInBy(own)).json()).toMatchObject({ username: 'thandi' });
  });

  it('only by the account that asked for it, and once', async () => {
    const cookie = cookieOf(await signIn(office, 'thandi'));
    const colleague = cookieOf(await signIn(office, 'naledi'));
    const device = createPasskeyDouble();
    const forColleague = await ask('passkey.options', colleague);
    for (const options of [forColleague, await ask('session.passkey-options')]) {
      const body = { name: 'Laptop', response: device.create(options) };
      expect((await send('passkey.add', { cookie, body })).status).toBe(400);
    }
    const body = { name: 'Laptop', response: device.create(await ask('passkey.options', cookie)) };
    expect((await send('passkey.add', { cookie, body })).status).toBe(200);
    expect((await send('passkey.add', { cookie, body })).status).toBe(400);
    const response = device.get(await ask('session.passkey-options'));
    const signIns = [1, 2].map(() => send('session.sign-in-by-passkey', { body: { response } }));
    const statuses = (await Promise.all(signIns)).map((answer) => answer.status);
    expect(statuses.toSorted()).toEqual([200, 400]);
  });
});

describe('a request that was admitted before an account is recovered', () => {
  it('adds no passkey', async () => {
    const cookie = cookieOf(await signIn(office, 'thandi'));
    recoverBefore(storePasskey);
    const response = await addPasskey(cookie);
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('Your session has ended. Nothing was added.'),
    ]);
    expect(await listPasskeys(office.database, userId)).toEqual([]);
  });

  it('adds no token', async () => {
    const { _id: id = '' } =
      (await office.database.users.findOne({ username: 'naledi' }).lean()) ?? {};
    const cookie = cookieOf(await signIn(office, 'naledi'));
    recoverBefore(createAccessToken, id);
    const body = { name: 'Script', scope: 'read', days: 1 };
    expect((await send('token.add', { cookie, body })).status).toBe(409);
    expect(await listTokens(office.database, id)).toEqual([]);
  });

  it('starts no session with a passkey that is removed', async () => {
    const device = createPasskeyDouble();
    await addPasskey(cookieOf(await signIn(office, 'thandi')), device);
    recoverBefore(notePasskeyUse);
    const response = await signInBy(device);
    expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
    expect(await hasPasskey(office.database, userId)).toBe(false);
    expect(await office.database.sessions.countDocuments({ userId })).toBe(0);
  });

  it('leaves no session of an account that was disabled', async () => {
    vi.mocked(findSession).mockResolvedValueOnce(undefined);
    expect((await signIn(office, 'naledi')).status).toBe(401);
    const { _id: id = '' } =
      (await office.database.users.findOne({ username: 'naledi' }).lean()) ?? {};
    expect(await office.database.sessions.countDocuments({ userId: id })).toBe(0);
  });
});
