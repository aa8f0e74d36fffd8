import { beforeEach, describe, expect, it } from 'vitest';

import { queueBoardPath } from '../../office/paths.ts';
import { officeApi, type ActionName } from '../../office/office-api.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createPasskeyDouble } from '../../testing/office/passkey-double.ts';
import { runStaff } from '../../testing/office/run-staff.ts';
import { startSmtpDouble } from '../../testing/smtp-double.ts';
import { waitFor } from '../../testing/wait-for.ts';
import * as officeUnderTest from './office-under-test.ts';
import {
  addPasskey,
  challengeOf,
  cookieOf,
  password,
  sessionOf,
  signIn,
  signInBy,
  startOfficeUnderTest,
  tokenOf,
} from './office-under-test.ts';

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

beforeEach(async () => {
  mail.accepted.length = 0;
  await office.database.users.deleteMany({});
  await office.database.passkeys.deleteMany({});
  const email = 'thandi@example.co.za';
  const officer = { username: 'thandi', password, email, role: 'officer' } as const;
  await createCheapUser(office.database, officer);
  await createCheapUser(office.database, { username: 'naledi', password });
});

const send = (name: ActionName, options?: Parameters<typeof officeUnderTest.send>[2]) =>
  officeUnderTest.send(office, name, options);
const read = async (cookie: string): Promise<unknown> =>
  (await send('session.read', { cookie })).json();
const status = async (cookie: string, name: ActionName = 'access.list') =>
  (await send(name, { cookie })).status;

describe('an account that must have a passkey', () => {
  it('signs in without one only to add one, and then has its usual rights', async () => {
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

    expect((await addPasskey(office, cookie)).status).toBe(200);
    expect(await read(cookie)).toMatchObject({ lacksPasskey: false });
    expect(await status(cookie, 'account.list')).toBe(200);
    // Adding a passkey ends the other sessions that were started with the password alone.
    expect(await status(cookieOf(waiting), 'session.read')).toBe(401);
    expect((await send('session.sign-out', { cookie })).status).toBe(200);
  });

  it('cannot use tokens or commands without one', async () => {
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

  it('signs in with its passkey, not with its password, and gets no password link', async () => {
    const device = createPasskeyDouble();
    expect(
      (await addPasskey(office, cookieOf(await signIn(office, 'thandi')), { device })).status,
    ).toBe(200);
    const refused = await signIn(office, 'thandi');
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
    const cookie = cookieOf(await signInBy(office, device));
    expect(await status(cookie, 'account.list')).toBe(200);
    const requestLink = (username: string) => send('link.request', { body: { username } });
    const links = () => mail.accepted.filter((letter) => letter.mail.text?.includes('/welcome#'));
    await requestLink('thandi');
    await createCheapUser(office.database, {
      username: 'sipho',
      password,
      email: 'sipho@x.example',
    });
    await requestLink('sipho');
    await waitFor('the other link', () => links().length > 0);
    expect(links().map(({ to }) => to)).toEqual([['sipho@x.example']]);

    // The current password alone does not replace a recent sign-in.
    const old = await sessionOf(office.database, 'thandi', 11);
    const body = { current: password, password: other };
    expect((await send('account.password', { cookie: old, body })).status).toBe(401);
  });

  it('is recovered by a link that is created on the server', async () => {
    const device = createPasskeyDouble();
    await addPasskey(office, cookieOf(await signIn(office, 'thandi')), { device });
    const settings = { ...office.settings, REQUIRE_PASSKEY: 'officers' };
    const { out } = await runStaff(['users', 'link', 'thandi', '--as', 'thandi'], settings, {
      password,
    });
    const token = out.trim().split('#')[1];
    const response = await send('link.use', { body: { token, password: other } });
    expect(await response.json()).toMatchObject({ username: 'thandi', lacksPasskey: true });
    expect((await signInBy(office, device)).status).toBe(401);
    expect(await status(cookieOf(response))).toBe(403);
    expect((await addPasskey(office, cookieOf(response))).status).toBe(200);
    expect(await status(cookieOf(response))).toBe(200);
  });

  it('is blocked if it has none, even in open sessions; the list shows who has one', async () => {
    await addPasskey(office, cookieOf(await signIn(office, 'thandi')));
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

describe('a passkey is added', () => {
  it('only with a new id, and a name of one line', async () => {
    const id = Buffer.from('the same passkey');
    const [own, same] = [createPasskeyDouble(undefined, id), createPasskeyDouble(undefined, id)];
    const cookie = cookieOf(await signIn(office, 'thandi'));
    expect((await addPasskey(office, cookie, { name: 'Laptop\nBcc: x@example.org' })).status).toBe(
      400,
    );
    expect((await addPasskey(office, cookie, { device: own })).status).toBe(200);
    const colleague = cookieOf(await signIn(office, 'naledi'));
    expect((await addPasskey(office, colleague, { device: same })).status).toBe(409);
    expect((await signInBy(office, same)).status).toBe(400);
    expect(await (await signInBy(office, own)).json()).toMatchObject({ username: 'thandi' });
  });

  it('only by the account that requested the challenge, and only once', async () => {
    const cookie = cookieOf(await signIn(office, 'thandi'));
    const colleague = cookieOf(await signIn(office, 'naledi'));
    const device = createPasskeyDouble();
    const forColleague = await challengeOf(office, colleague);
    for (const options of [forColleague, await challengeOf(office)]) {
      const body = { name: 'Laptop', response: device.create(options) };
      expect((await send('passkey.add', { cookie, body })).status).toBe(400);
    }
    const body = { name: 'Laptop', response: device.create(await challengeOf(office, cookie)) };
    expect((await send('passkey.add', { cookie, body })).status).toBe(200);
    expect((await send('passkey.add', { cookie, body })).status).toBe(400);
    const response = device.get(await challengeOf(office));
    const signIns = [1, 2].map(() => send('session.sign-in-by-passkey', { body: { response } }));
    const statuses = (await Promise.all(signIns)).map((answer) => answer.status);
    expect(statuses.toSorted()).toEqual([200, 400]);
  });
});
