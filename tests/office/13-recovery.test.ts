import { beforeEach, describe, expect, it } from 'vitest';

import { createAccessToken } from '#storage/tokens.ts';
import { createUser } from '#storage/users.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { startSmtpDouble } from '#support/smtp-double.ts';
import { waitFor } from '#support/wait-for.ts';
import type { ActionName } from '../../office/api.ts';
import * as officeUnderTest from './office-under-test.ts';
import {
  addPasskey,
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
const address = 'thandi@example.co.za';

beforeEach(async () => {
  mail.accepted.length = 0;
  mail.answers.recipient = () => undefined;
  await office.database.users.deleteMany({});
  await office.database.passkeys.deleteMany({});
  const officer = { username: 'thandi', name: 'Thandi Zulu', email: address };
  await createUser(office.database, { ...officer, password, role: 'officer' });
});

const send = (name: ActionName, options?: Parameters<typeof officeUnderTest.send>[2]) =>
  officeUnderTest.send(office, name, options);

async function asOfficer(name: ActionName, body: object): Promise<{ url: string | null }> {
  const cookie = await sessionOf(office.database, 'thandi');
  const response = await send(name, { cookie, body });
  expect(response.status).toBe(200);
  return (await response.json()) as { url: string | null };
}

const add = (account: object = {}) =>
  asOfficer('account.add', { username: 'Zanele', role: 'staff', ...account });

async function mailTo(recipient: string, count = 1) {
  const messages = () => mail.accepted.filter(({ to }) => to.includes(recipient));
  await waitFor(`${count} emails to ${recipient}`, () => messages().length >= count);
  return messages().map((accepted) => accepted.mail);
}

function tokenIn(text: string | null | undefined): string {
  return /\/ops\/welcome#([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
}

const isValid = async (token: string) =>
  (await send('link.read', { body: { token } })).status === 200;

const named = async (username: string) => office.database.users.findOne({ username }).lean();

async function validFor(username: string): Promise<number> {
  return Math.round((Number((await named(username))?.link?.expiresAt) - Date.now()) / 3_600_000);
}

describe('PROMISE 13: a one-time link', () => {
  it('is shown to the officer for an account without an address, and works only once', async () => {
    const { url } = await add();
    expect(url).toMatch(/^https:\/\/www\.example\.co\.za\/ops\/welcome#[\w-]{43}$/);
    expect(await validFor('zanele')).toBe(24);
    const token = tokenIn(url);
    const weak = { token, password: 'password1234' };
    expect((await send('link.use', { body: weak })).status).toBe(400);
    const both = [1, 2].map(() => send('link.use', { body: { token, password: other } }));
    const used = await Promise.all(both);
    const [chosen, ...refused] = used.toSorted((one, other) => one.status - other.status);
    expect(await chosen?.json()).toMatchObject({ username: 'zanele', role: 'staff' });
    expect(refused.map(({ ok }) => ok)).toEqual([false]);
    expect(await isValid(token)).toBe(false);
    expect((await signIn(office, 'zanele', { secret: other })).status).toBe(200);
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
    await createUser(office.database, { username: 'sipho', password, email: 'x@example.org' });
    mail.answers.recipient = () => 550;
    const { url } = await asOfficer('account.link', { username: 'sipho' });
    expect(await validFor('sipho')).toBe(1);
    expect(office.log()).not.toContain('x@example.org');
    expect(await isValid(tokenIn(url))).toBe(true);
    const $set = { 'link.expiresAt': new Date() };
    await office.database.users.updateOne({ username: 'sipho' }, { $set });
    expect(await isValid(tokenIn(url))).toBe(false);
  });

  it('becomes invalid when the address is changed, but not with the name', async () => {
    await add({ email: 'typo@example.co.za' });
    const [letter] = await mailTo('typo@example.co.za');
    const username = 'zanele';
    await asOfficer('account.change', { username, name: 'Zanele' });
    expect(await isValid(tokenIn(letter?.text))).toBe(true);
    await asOfficer('account.change', { username, email: 'zanele@example.co.za' });
    expect(await isValid(tokenIn(letter?.text))).toBe(false);
  });
});

describe('PROMISE 13: a request for a password link', () => {
  const ask = async (username: string) => {
    const response = await send('link.request', { body: { username } });
    return [response.status, await response.text()];
  };

  it('gets the same answer for every name, and an email if there is an address', async () => {
    await createUser(office.database, { username: 'without', password });
    for (const name of ['nobody', 'without', 'Thandi '])
      expect(await ask(name)).toEqual([200, '{}']);
    const [first] = await mailTo(address);
    expect(await ask(address)).toEqual([200, '{}']);
    const [, second] = await mailTo(address, 2);
    expect(second?.text).toContain('can be used once');
    expect(await isValid(tokenIn(first?.text))).toBe(false);
    expect(await isValid(tokenIn(second?.text))).toBe(true);
    const records = await office.database.audit.read({ limit: 9, action: 'link.request' });
    expect(records).toMatchObject([{ actor: 'nobody', subject: { ids: ['thandi'] } }, {}]);
  });

  it('causes at most three emails an hour, and does not prevent signing in', async () => {
    const email = 'lerato@example.co.za';
    await createUser(office.database, { username: 'lerato', password, email });
    for (let time = 0; time < 5; time += 1) expect((await ask('lerato'))[0]).toBe(200);
    await ask('thandi');
    await mailTo(address);
    expect(await mailTo(email, 3)).toHaveLength(3);
    expect((await signIn(office, 'lerato')).status).toBe(200);
  });
});

it('PROMISE 13: the owner of an account is told of a new password, passkey or address', async () => {
  const cookie = cookieOf(await signIn(office, 'thandi'));
  expect((await addPasskey(office, cookie)).status).toBe(200);
  const details = { name: 'Thandi', email: 'new@example.co.za' };
  const saved = await send('account.details', { cookie, body: details });
  expect(await saved.json()).toMatchObject({ username: 'thandi', ...details });
  const body = { current: password, password: other };
  expect((await send('account.password', { cookie, body })).status).toBe(200);
  // The worker emails what is stored here.
  expect((await named('thandi'))?.notices).toMatchObject([
    { to: address, change: expect.stringMatching(/^The passkey ‘.*’ was added$/) as string },
    { to: address, change: 'Your email address was changed' },
    { to: 'new@example.co.za', change: 'Your password was changed' },
  ]);
});

describe('PROMISE 12: two officers at once', () => {
  it('do not overwrite details that they have not changed', async () => {
    const username = 'sipho';
    await createUser(office.database, { username, password });
    await asOfficer('account.change', { username, email: 'new@example.co.za' });
    const cookie = await sessionOf(office.database, username);
    const saved = await send('account.details', { cookie, body: { name: 'Sipho' } });
    expect(await saved.json()).toMatchObject({ name: 'Sipho', email: 'new@example.co.za' });
    await asOfficer('account.change', { username, assignmentEmails: 'never' });
    const details = { name: 'Sipho', email: 'new@example.co.za', assignmentEmails: 'never' };
    expect(await named('sipho')).toMatchObject(details);
  });
});

describe('PROMISE 13: recovery ends all sessions, and removes all passkeys and tokens', () => {
  /** Creates an account with a session, a passkey and a token. */
  async function prepare(username: string) {
    const { database } = office;
    const { id: userId } = await createUser(database, { username, password });
    await createAccessToken(database, { userId, name: 'Script', scope: 'read', days: 1 });
    const cookie = cookieOf(await signIn(office, username));
    await addPasskey(office, cookie);
    return {
      cookie,
      left: async () => ({
        status: (await send('account.names', { cookie })).status,
        passkeys: await database.passkeys.countDocuments({ userId }),
        tokens: await database.tokens.countDocuments({ userId }),
      }),
    };
  }
  const everything = { status: 200, passkeys: 1, tokens: 1 };
  const nothing = { status: 401, passkeys: 0, tokens: 0 };

  it('with a one-time link', async () => {
    const { left } = await prepare('lerato');
    const token = tokenIn((await asOfficer('account.link', { username: 'lerato' })).url);
    expect(await left()).toEqual(everything);
    expect((await send('link.use', { body: { token, password: other } })).status).toBe(200);
    expect(await left()).toEqual(nothing);
  });

  it('by signing out everywhere', async () => {
    const { cookie, left } = await prepare('lerato');
    expect((await send('session.sign-out-everywhere', { cookie })).status).toBe(200);
    expect(await left()).toEqual(nothing);
  });

  it('by an officer, who disables the account', async () => {
    const { left } = await prepare('sipho');
    const account = { username: 'sipho' };
    const { url } = await asOfficer('account.link', account);
    await asOfficer('account.change', { ...account, disabled: true });
    await asOfficer('account.change', { ...account, disabled: false });
    expect(await left()).toEqual(nothing);
    expect(await isValid(tokenIn(url))).toBe(false);
  });
});
