import { once } from 'node:events';
import { beforeEach, expect, it } from 'vitest';

import { spawnNode } from '../../dev/processes.ts';
import { roleDefinitions } from '../../office/rights.ts';
import { hashToken } from '../../storage/sessions.ts';
import { checkCredentials, findLinkedUser } from '../../storage/users.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { openDatabase } from '../../testing/own-stores.ts';
import { runStaff } from '../../testing/office/run-staff.ts';

const first = 'marula branch teapot';
const second = 'Xk3-bregma-loft';
const database = forAllTests(openDatabase);

beforeEach(async () => {
  await database.drop();
  await createCheapUser(database, { username: 'manager', password: first, role: 'officer' });
  await createCheapUser(database, { username: 'naledi', password: first });
});

function users(args: string[], person = {}) {
  const as = { ...person, password: first };
  return runStaff(['users', ...args, '--as', 'manager'], database.settings, as);
}

function account(password: string, username = 'naledi') {
  return checkCredentials(database, { username, password });
}

it('adds an account', async () => {
  const { code, notes } = await users(['add', 'Lerato'], { piped: second });
  expect([code, notes]).toEqual([0, expect.stringContaining(roleDefinitions.staff.meaning)]);
  expect(await account(second, 'lerato')).toMatchObject({ username: 'lerato', role: 'staff' });
});

it('reads a password from a pipe, and does not print it', async () => {
  await database.drop();
  const child = spawnNode(['build/staff.js', 'users', 'add', 'naledi'], database.settings, 'pipe');
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += String(chunk)));
  child.stderr?.on('data', (chunk) => (printed += String(chunk)));
  child.stdin?.end(`${first}\nand more\n`);
  const [code] = (await once(child, 'close')) as [number];
  expect(printed).toMatch(
    /^There is no account that can manage accounts, .*\n(?:\{"level".*\n)+naledi was added\. Role: officer .*\n$/,
  );
  expect(printed).not.toContain(first);
  expect(code).toBe(0);
  expect(await account(first)).toMatchObject({ role: 'officer' });
});

it('disables an account', async () => {
  expect((await users(['disable', 'naledi'], { answers: ['no'] })).code).toBe(1);
  expect((await users(['disable', 'naledi'])).notes).toContain('add --yes');
  expect(await account(first)).toBeDefined();
  expect((await users(['disable', 'naledi', '--yes'])).code).toBe(0);
  expect(await account(first)).toBeUndefined();
});

it('changes the role', async () => {
  const { notes } = await users(['role', 'naledi', 'officer'], { answers: ['yes'] });
  expect(notes).toContain(roleDefinitions.officer.meaning);
  expect(await account(first)).toMatchObject({ role: 'officer' });
  expect((await users(['role', 'naledi', 'queen'])).code).toBe(2);
});

it('overwrites no account that a colleague changes before the user confirms', async () => {
  const confirmLate = async () => {
    await database.users.updateOne({ username: 'naledi' }, { $set: { role: 'ops' } });
    return 'yes';
  };
  const { code, notes } = await users(['disable', 'naledi'], { answers: [confirmLate] });
  expect([code, notes]).toEqual([
    1,
    expect.stringContaining('A colleague has changed the account naledi'),
  ]);
  expect(await account(first)).toMatchObject({ role: 'ops' });
});

it('makes a link to set the password, which voids the one before', async () => {
  const { out, code } = await users(['add', 'zanele', '--role', 'officer', '--link']);
  expect([code, out]).toEqual([0, expect.stringMatching(/^https:\S+\/ops\/welcome#[\w-]{43}\n$/)]);
  const token = out.trim().split('#')[1] ?? '';
  expect(JSON.stringify(await database.users.find().lean())).not.toContain(token);
  expect(await findLinkedUser(database, hashToken(token))).toMatchObject({ username: 'zanele' });
  const again = (await users(['link', 'zanele'])).out.trim().split('#')[1] ?? '';
  expect(await findLinkedUser(database, hashToken(token))).toBeUndefined();
  expect(await findLinkedUser(database, hashToken(again))).toMatchObject({ username: 'zanele' });
});

it('gives an account a name and an email address', async () => {
  await users(['add', 'lerato', '--name', 'Lerato Dube', '--email', 'Lerato@Example.org'], {
    piped: second,
  });
  const details = { name: 'Lerato Dube', email: 'lerato@example.org' };
  expect(await account(second, 'lerato')).toMatchObject(details);
});

it('lists accounts and whether they are disabled, without password hashes', async () => {
  await users(['disable', 'naledi', '--yes']);
  const { out } = await users(['list']);
  expect(out).toMatch(/^naledi +disabled +staff /m);
  expect(out + (await users(['list', '--json'])).out).not.toContain('scrypt');
});

it.each([
  ['too short', 'Xk3-bregma', /at least 12 characters/],
  ['common', 'password1234', /too easy to guess/],
  ['with the username in it', 'marula-lerato-teapot', /must not contain the username/],
  ['built from the name', 'zanele khumalo 2026', /too easy to guess/],
  ['absent', '', /at least 12 characters/],
])('refuses a password: %s', async (_what, password, reason) => {
  const args = ['add', 'lerato', '--name', 'Zanele Khumalo'];
  const { code, notes } = await users(args, { piped: password });
  expect(code).toBe(1);
  expect(notes).toMatch(reason);
  expect(await database.users.countDocuments({ username: 'lerato' })).toBe(0);
});

it('changes nothing if the two passwords differ', async () => {
  const { code, notes } = await users(['add', 'lerato'], { answers: [second, `${second}s`] });
  expect(code).toBe(1);
  expect(notes).toContain('do not match');
  expect(await database.users.countDocuments({ username: 'lerato' })).toBe(0);
});

it('refuses a username that is in use', async () => {
  const { code, notes } = await users(['add', 'NALEDI'], { piped: first });
  expect(code).toBe(1);
  expect(notes).toBe('The username is already in use.\n');
  expect(await account(first)).toBeDefined();
});

it.each([['link'], ['disable']])('%s reports an unknown user', async (name) => {
  const { code, notes } = await users([name, 'nobody']);
  expect([code, notes]).toEqual([1, expect.stringMatching(/^There is no account nobody/)]);
});

it('records each change to an account, but no passwords', async () => {
  await users(['add', 'lerato'], { piped: first });
  await users(['link', 'lerato']);
  await users(['role', 'lerato', 'officer', '--yes']);
  await users(['disable', 'lerato', '--yes']);
  const { log } = await users(['add', 'lerato'], { piped: first });
  const records = await database.audit.read({ limit: 100 });
  const changes = records.filter(({ subject }) => subject.ids.includes('lerato')).reverse();
  expect(changes.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['account.add', 'done'],
    ['account.link', 'done'],
    ['account.role', 'done'],
    ['account.disable', 'done'],
    ['account.add', 'refused'],
  ]);
  expect(changes.every(({ actor }) => /^cli:.+\/manager$/.test(actor))).toBe(true);
  expect(JSON.stringify(records)).not.toMatch(/marula|bregma|scrypt/);
  // The log lines contain only ids.
  const lines = log.trim().split('\n');
  const { _id: accountId } = (await database.users.findOne({ username: 'manager' }).lean()) ?? {};
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { event: 'audit record', action: 'account.add', accountId, auditRecord: records[0]?._id },
    { event: 'audited action completed', outcome: 'refused', auditRecord: records[0]?._id },
  ]);
  expect(log).not.toMatch(/lerato|manager/);
});
