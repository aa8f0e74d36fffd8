import { beforeEach, describe, expect, it } from 'vitest';

import type { ActionName } from '../../office/office-api.ts';
import { listPasskeys, storePasskey } from '../../storage/passkeys.ts';
import { createAccessToken, listTokens } from '../../storage/tokens.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startSmtpDouble } from '../../testing/smtp-double.ts';
import { waitFor } from '../../testing/wait-for.ts';
import * as officeUnderTest from './office-under-test.ts';
import {
  cookieOf,
  password,
  sessionOf,
  signIn,
  startOfficeUnderTest,
} from './office-under-test.ts';

const mail = forAllTests(startSmtpDouble);
const office = forAllTests(() =>
  startOfficeUnderTest({
    SMTP_URL: mail.url,
    MAIL_FROM: 'office@example.co.za',
    STAFF_LOGIN_ATTEMPTS: '100',
  }),
);
const other = 'Xk3-bregma-loft';

beforeEach(async () => {
  mail.accepted.length = 0;
  mail.answers.recipient = () => undefined;
  await office.database.users.deleteMany({});
  await office.database.passkeys.deleteMany({});
  const officer = { username: 'thandi', name: 'Thandi Zulu', email: 'thandi@example.co.za' };
  await createCheapUser(office.database, { ...officer, password, role: 'officer' });
});

const send = (name: ActionName, options?: Parameters<typeof officeUnderTest.send>[2]) =>
  officeUnderTest.send(office, name, options);

async function asOfficer(name: ActionName, body: object): Promise<{ url: string | null }> {
  const cookie = await sessionOf(office.database, 'thandi');
  const response = await send(name, { cookie, body });
  expect(response.status).toBe(200);
  return (await response.json()) as { url: string | null };
}

function add(account: object = {}) {
  return asOfficer('account.add', { username: 'Zanele', role: 'staff', ...account });
}

async function mailTo(address: string, count = 1) {
  const found = () => mail.accepted.filter(({ to }) => to.includes(address));
  await waitFor(`${count} emails to ${address}`, () => found().length >= count);
  return found().map((accepted) => accepted.mail);
}

function tokenIn(text: string | null | undefined): string {
  return /\/ops\/welcome#([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
}

const isValid = async (token: string) =>
  (await send('link.read', { body: { token } })).status === 200;

async function validFor(username: string): Promise<number> {
  const user = await office.database.users.findOne({ username }).lean();
  return Math.round((Number(user?.link?.expiresAt) - Date.now()) / 3_600_000);
}

describe('a one-time link', () => {
  it('is shown to the officer for an account without an address, and works only once', async () => {
    const { url } = await add();
    expect(url).toMatch(/^https:\/\/www\.example\.co\.za\/ops\/welcome#[\w-]{43}$/);
    expect(await validFor('zanele')).toBe(24);
    const token = tokenIn(url);
    const weak = { token, password: 'password1234' };
    expect((await send('link.use', { body: weak })).status).toBe(400);
    const chosen = await send('link.use', { body: { token, password: other } });
    expect(await chosen.json()).toMatchObject({ username: 'zanele', role: 'staff' });
    const cookie = cookieOf(chosen);
    expect((await send('session.read', { cookie })).status).toBe(200);
    expect(await isValid(token)).toBe(false);
  });

  it('is not shown but emailed to its owner if the account has an address', async () => {
    const details = { name: 'Zanele Khumalo', email: 'Zanele@example.co.za' };
    expect((await add(details)).url).toBeNull();
    const [letter] = await mailTo('zanele@example.co.za');
    expect(letter?.from?.address).toBe('office@example.co.za');
    expect(letter?.text).toContain('zanele');
    const token = tokenIn(letter?.text);
    expect(letter?.html).toContain(token);
    expect(JSON.stringify(await office.database.users.find().lean())).not.toContain(token);
    expect(office.log()).not.toMatch(new RegExp(`${token}|zanele@|Khumalo`));
    expect(await isValid(token)).toBe(true);
  });

  it('is shown if the mail server refuses the email, and expires after an hour', async () => {
    await createCheapUser(office.database, { username: 'sipho', password, email: 'x@example.org' });
    const user = await office.database.users.findOne({ username: 'sipho' }).lean();
    mail.answers.recipient = () => 550;
    const { url } = await asOfficer('account.link', { id: user?._id });
    expect(await validFor('sipho')).toBe(1);
    expect(office.log()).not.toContain('x@example.org');
    expect(await isValid(tokenIn(url))).toBe(true);
    const $set = { 'link.expiresAt': new Date() };
    await office.database.users.updateOne({ username: 'sipho' }, { $set });
    expect(await isValid(tokenIn(url))).toBe(false);
  });

  it('becomes invalid when the address is changed', async () => {
    await add({ email: 'typo@example.co.za' });
    const [letter] = await mailTo('typo@example.co.za');
    const user = await office.database.users.findOne({ username: 'zanele' }).lean();
    await asOfficer('account.edit', { id: user?._id, name: '', email: 'zanele@example.co.za' });
    expect(await isValid(tokenIn(letter?.text))).toBe(false);
  });

  it('stays valid when only the name is changed', async () => {
    const email = 'zanele@example.co.za';
    await add({ name: 'Zanelle', email });
    const [letter] = await mailTo(email);
    const user = await office.database.users.findOne({ username: 'zanele' }).lean();
    await asOfficer('account.edit', { id: user?._id, name: 'Zanele', email: email.toUpperCase() });
    expect(await isValid(tokenIn(letter?.text))).toBe(true);
  });
});

it('does not let officers change the role of their own account', async () => {
  const cookie = cookieOf(await signIn(office, 'thandi'));
  const own = await office.database.users.findOne({ username: 'thandi' }).lean();
  const body = { id: own?._id, role: 'ops' };
  expect((await send('account.change', { cookie, body })).status).toBe(409);
});

describe('a request for a password link', () => {
  const ask = async (username: string) => {
    const response = await send('link.request', { body: { username } });
    return [response.status, await response.text()];
  };

  it('gets the same answer for every name, and an email if there is an address', async () => {
    await createCheapUser(office.database, { username: 'without', password });
    for (const name of ['nobody', 'without', 'Thandi '])
      expect(await ask(name)).toEqual([200, '{}']);
    const [first] = await mailTo('thandi@example.co.za');
    expect(await ask('thandi@example.co.za')).toEqual([200, '{}']);
    const [, second] = await mailTo('thandi@example.co.za', 2);
    expect(second?.text).toContain('can be used once');
    expect(await isValid(tokenIn(first?.text))).toBe(false);
    expect(await isValid(tokenIn(second?.text))).toBe(true);
    expect(mail.accepted.filter((accepted) => tokenIn(accepted.mail.text))).toHaveLength(2);
    const records = await office.database.audit.read({ limit: 9, action: 'link.request' });
    expect(records).toMatchObject([{ actor: 'nobody', subject: { ids: ['thandi'] } }, {}]);
  });

  it('causes at most three emails an hour, and does not prevent signing in', async () => {
    const email = 'lerato@example.co.za';
    await createCheapUser(office.database, { username: 'lerato', password, email });
    for (let time = 0; time < 5; time += 1) expect((await ask('lerato'))[0]).toBe(200);
    await ask('thandi');
    await mailTo('thandi@example.co.za');
    expect(await mailTo(email, 3)).toHaveLength(3);
    expect((await signIn(office, 'lerato')).status).toBe(200);
  });
});

it('notifies owners of a new password or token, and of a new address at the old one', async () => {
  const cookie = cookieOf(await signIn(office, 'thandi'));
  const details = { name: 'Thandi', email: 'new@example.co.za' };
  const saved = await send('account.details', { cookie, body: details });
  expect(await saved.json()).toMatchObject({ username: 'thandi', ...details });
  const [letter] = await mailTo('thandi@example.co.za');
  expect(letter?.subject).toContain('email address was changed');
  // A password link would go to the new address, which may be a thief's.
  expect(letter?.text).not.toContain('Forgot password');
  const token = { name: 'Script', scope: 'read', days: 1 };
  expect((await send('token.add', { cookie, body: token })).status).toBe(200);
  expect((await mailTo('new@example.co.za'))[0]?.subject).toContain('token ‘Script’ was created');
  const body = { current: password, password: other };
  expect((await send('account.password', { cookie, body })).status).toBe(200);
  expect((await mailTo('new@example.co.za', 2))[1]?.subject).toContain('password was changed');
});

it('does not notify of an address that differs only in capitals', async () => {
  const cookie = await sessionOf(office.database, 'thandi');
  const body = { name: 'Thandi', email: 'Thandi@Example.co.za' };
  expect((await send('account.details', { cookie, body })).status).toBe(200);
  const token = { name: 'Script', scope: 'read', days: 1 };
  expect((await send('token.add', { cookie, body: token })).status).toBe(200);
  expect((await mailTo('thandi@example.co.za'))[0]?.subject).toContain('was created');
});

it('keeps details that a colleague has changed, unless the request gives them', async () => {
  const cookie = await sessionOf(office.database, 'thandi');
  const own = await office.database.users.findOne({ username: 'thandi' }).lean();
  await asOfficer('account.edit', { id: own?._id, email: 'new@example.co.za' });
  const saved = await send('account.details', { cookie, body: { name: 'Thandi' } });
  expect(await saved.json()).toMatchObject({ name: 'Thandi', email: 'new@example.co.za' });
  await asOfficer('account.edit', { id: own?._id, assignmentEmails: 'never' });
  await asOfficer('account.edit', { id: own?._id });
  expect(await office.database.users.findOne({ username: 'thandi' }).lean()).toMatchObject({
    ...{ name: 'Thandi', email: 'new@example.co.za', assignmentEmails: 'never' },
  });
});

const deviceOf = (response: Response) => response.headers.getSetCookie()[1]?.split(';')[0] ?? '';
const firefox = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };

it('notifies the owner of a sign-in on a new device, but not of the first sign-in', async () => {
  const first = await signIn(office, 'thandi');
  await signIn(office, 'thandi', { cookie: deviceOf(first) });
  await signIn(office, 'thandi', { headers: firefox });
  const letters = await mailTo('thandi@example.co.za');
  const subjects = letters.map(({ subject }) => subject);
  expect(subjects).toEqual(['A new device signed in (Firefox on Linux)']);
});

it('notifies the owner when a device signs in again after signing out everywhere', async () => {
  const first = await signIn(office, 'thandi');
  const leave = { cookie: cookieOf(first), body: { keep: [] } };
  expect((await send('session.sign-out-everywhere', leave)).ok).toBe(true);
  const again = await signIn(office, 'thandi', { cookie: deviceOf(first) });
  await signIn(office, 'thandi', { cookie: deviceOf(again) });
  await signIn(office, 'thandi', { headers: firefox });
  const letters = await mailTo('thandi@example.co.za', 2);
  expect(letters.map(({ subject }) => subject)).toEqual([
    'A new device signed in (A browser)',
    'A new device signed in (Firefox on Linux)',
  ]);
});

describe('an account can be recovered', () => {
  const has = async (userId: string) =>
    (await listPasskeys(office.database, userId)).map(({ name }) => name);

  /** Creates an account with a session and two passkeys. Passkey ids begin with the username. */
  async function prepare(username: string) {
    const { id: userId } = await createCheapUser(office.database, { username, password });
    for (const name of ['Laptop', 'Stolen']) {
      const passkey = { publicKey: 'x', counter: 0, transports: [], createdAt: new Date() };
      await storePasskey(office.database, { ...passkey, _id: username + name, userId, name });
    }
    return { userId, cookie: cookieOf(await signIn(office, username)) };
  }
  const status = async (cookie: string) => (await send('session.read', { cookie })).status;

  it('with a link, which removes all passkeys that its owner does not keep', async () => {
    for (const [username, keep] of [
      ['lerato', undefined],
      ['sipho', ['siphoLaptop']],
    ] as const) {
      const { userId, cookie } = await prepare(username);
      const { url } = await asOfficer('account.link', { id: userId });
      const token = tokenIn(url);
      const read = await send('link.read', { body: { token } });
      const { access } = (await read.json()) as { access: { name: string }[] };
      expect(access.map(({ name }) => name)).toEqual(expect.arrayContaining(['Laptop', 'Stolen']));
      const body = { token, password: other, ...(keep ? { keep } : {}) };
      expect((await send('link.use', { body })).status).toBe(200);
      expect(await status(cookie)).toBe(401);
      expect(await has(userId)).toEqual(keep ? ['Laptop'] : []);
    }
  });

  it('by signing out everywhere', async () => {
    const { userId, cookie } = await prepare('lerato');
    await createAccessToken(office.database, { userId, name: 'Script', scope: 'read', days: 1 });
    const body = { keep: ['leratoLaptop'] };
    expect((await send('session.sign-out-everywhere', { cookie, body })).status).toBe(200);
    expect(await status(cookie)).toBe(401);
    expect(await has(userId)).toEqual(['Laptop']);
    expect(await listTokens(office.database, userId)).toEqual([]);
  });

  it('by an officer, who disables it or revokes its passkeys and sessions', async () => {
    const { userId: id, cookie } = await prepare('lerato');
    const { access } = (await asOfficer('access.read', { id })) as unknown as {
      access: { kind: string; id: string; name: string }[];
    };
    expect(access.map(({ kind }) => kind)).toEqual(['passkey', 'passkey', 'session']);
    for (const { kind, id: one, name } of access) {
      if (name !== 'Laptop') await asOfficer('access.revoke', { id, kind, access: one });
    }
    expect(await status(cookie)).toBe(401);
    expect(await has(id)).toEqual(['Laptop']);
    const officer = cookieOf(await signIn(office, 'thandi'));
    const again = { id, kind: 'passkey', access: 'siphoLaptop' };
    expect((await send('access.revoke', { cookie: officer, body: again })).status).toBe(404);
    const { url } = await asOfficer('account.link', { id });
    await asOfficer('account.change', { id, disabled: true });
    expect(await has(id)).toEqual([]);
    await asOfficer('account.change', { id, disabled: false });
    expect(await isValid(tokenIn(url))).toBe(false);
  });
});
