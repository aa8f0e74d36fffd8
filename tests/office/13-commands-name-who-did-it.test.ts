import { userInfo } from 'node:os';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { refusalOf } from '../../office/rights.ts';
import { runDoctor } from '../../office/terminal/doctor.ts';
import { createTerminal } from '../../office/terminal/terminal.ts';
import type { Role } from '../../contract/roles.ts';
import { connect } from '../../storage/connection.ts';
import { hashToken } from '../../storage/sessions.ts';
import { changeRights } from '../../storage/users.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { silent } from '../../testing/loggers.ts';
import { ownStores } from '../../testing/own-stores.ts';
import { runStaff, type Person } from '../../testing/office/run-staff.ts';

const stores = ownStores();
const password = 'marula branch teapot';
const system = `cli:${userInfo().username}`;
const database = connect(stores.settings.MONGODB_URI, { logger: silent });

beforeEach(async () => {
  await database.connected;
  await database.drop();
});

afterAll(async () => {
  await database.close();
  await stores.remove();
});

function add(username: string, role: Role = 'officer') {
  return createCheapUser(database, { username, password, role });
}

function run(line: string, person: Person = {}) {
  return runStaff(line.split(' '), stores.settings, person);
}

async function actors(): Promise<string[]> {
  return (await database.audit.read({ limit: 9 })).map(({ actor }) => actor);
}

it('adds the first account without a sign-in, and runs no other command', async () => {
  for (const line of ['submissions list', 'users list', 'users list --as naledi']) {
    const { code, notes, out } = await run(line, { password });
    expect([code, out]).toEqual([1, '']);
    expect(notes).toBe(
      'There is no account that can sign in. Add the first one: npm run users -- add USERNAME\n',
    );
  }
  const { code, notes } = await run('users add naledi', { piped: password });
  expect([code, notes]).toEqual([0, expect.stringContaining(`recorded as ${system}.`)]);
  expect(await actors()).toEqual([system]);
  expect((await run('users add lerato', { piped: password })).code).toBe(2);
});

it('records the account that is given as an option or at the prompt', async () => {
  await add('naledi');
  expect((await run('submissions list --as Naledi', { password })).code).toBe(0);
  expect((await run('users disable lerato --yes --as naledi', { password })).code).toBe(1);
  expect((await run('submissions list', { answers: ['naledi', password] })).code).toBe(0);
  const piped = `${password}\n${password}`;
  expect((await run('users add lerato --as naledi', { piped })).code).toBe(0);
  expect(new Set(await actors())).toEqual(new Set([`${system}/naledi`]));
});

it.each([
  ['submissions list', /^No account given: set OFFICE_TOKEN, or add --as USERNAME/],
  ['submissions erase 7F3K-92QD --yes', /^No account given/],
  ['users list --as naledi', /^No password given/],
])('refuses %j if it cannot ask for an account or a password', async (line, words) => {
  await add('naledi');
  const { code, notes, out } = await run(line);
  expect(notes).toMatch(words);
  expect(notes).toContain('\nUsage: ');
  expect([code, out]).toEqual([2, '']);
  expect(await actors()).toEqual([]);
});

it('refuses a wrong password or an account that cannot sign in, and records both', async () => {
  await add('naledi');
  await add('lerato');
  await changeRights(database, 'lerato', { disabled: true });
  for (const [username, secret] of [
    ['naledi', 'wrong'],
    ['nobody', password],
    ['lerato', password],
  ] as const) {
    const { code, notes } = await run(`submissions list --as ${username}`, { password: secret });
    expect([code, notes]).toEqual([1, 'Incorrect username or password.\n']);
  }
  const records = await database.audit.read({ limit: 9 });
  expect(records.map(({ actor, action, subject }) => [actor, action, subject.ids])).toEqual([
    [system, 'session.fail-sign-in', []],
    [system, 'session.fail-sign-in', []],
    [system, 'session.fail-sign-in', ['naledi']],
  ]);
});

it('adds an officer without a sign-in after the last account was disabled', async () => {
  await add('naledi');
  await changeRights(database, 'naledi', { disabled: true });
  expect((await run('users add lerato', { piped: password })).code).toBe(0);
  expect(await database.users.findOne({ username: 'lerato' })).toMatchObject({ role: 'officer' });
});

describe('OFFICE_TOKEN', () => {
  const users = (line: string, person: Person = {}) => run(`users ${line}`, person);
  const withToken = (line: string, OFFICE_TOKEN: string) =>
    runStaff(line.split(' '), { ...stores.settings, OFFICE_TOKEN });

  async function make(scope: string): Promise<string> {
    const { out } = await users(`token make Figures --scope ${scope} --as naledi`, { password });
    return out.trim();
  }

  it('acts for its owner, within its scope', async () => {
    await add('naledi');
    const [read, exporting] = [await make('read'), await make('export')];
    expect((await withToken('submissions list', read)).code).toBe(0);
    expect(
      (await withToken('submissions export --reason Figures --as naledi', exporting)).code,
    ).toBe(0);
    expect((await actors()).slice(0, 2)).toEqual(Array(2).fill(`${system}/naledi`));
    for (const [line, token] of [
      ['submissions export --reason Figures', read],
      ['submissions erase 7F3K-92QD --yes', exporting],
      ['users token make Another --scope export', exporting],
      ['users list', exporting],
    ] as const) {
      const { code, notes, out } = await withToken(line, token);
      expect([code, out], line).toEqual([1, '']);
      expect(notes).toMatch(/^A token with the scope (read|export) does not have permission to /);
    }
    await changeRights(database, 'naledi', { role: 'ops' });
    expect((await withToken('submissions list', read)).code).toBe(1);
  });

  it('is refused for another account, and after it was revoked', async () => {
    await add('naledi');
    await add('lerato', 'staff');
    const token = await make('read');
    const refusal = 'OFFICE_TOKEN is not a valid token for this account.\n';
    expect((await withToken('submissions list --as lerato', token)).notes).toBe(refusal);
    expect((await withToken('submissions list', `${token}x`)).notes).toBe(refusal);

    const listed = await users('token list --json --as lerato', { password });
    expect([listed.code, listed.out]).toEqual([1, '']);
    const { out } = await users('token list --json --as naledi', { password });
    expect(out).not.toContain(hashToken(token));
    const [{ id = '', ...shown } = {}] = JSON.parse(out) as Record<string, string>[];
    expect(shown).toMatchObject({ username: 'naledi', name: 'Figures', scope: 'read' });
    expect((await users(`token revoke ${id} --as lerato`, { password })).code).toBe(1);
    expect((await users(`token revoke ${id} --as naledi`, { password })).code).toBe(0);
    expect((await withToken('submissions list', token)).notes).toBe(refusal);
  });
});

it.each([
  ['submissions list', 'ops', 'enquiry.read'],
  ['submissions show 7F3K-92QD', 'ops', 'enquiry.read'],
  ['submissions export --reason Figures', 'ops', 'enquiry.export'],
  ['submissions erase 7F3K-92QD --yes', 'staff', 'person.erase'],
  ['users list', 'staff', 'account.manage'],
  ['users add evil --role officer', 'ops', 'account.manage'],
  ['users role board officer', 'ops', 'account.manage'],
] as const)('refuses "%s" to %s, who lack the right %s', async (line, role, right) => {
  await add('manager');
  await add('board', role);
  const { code, notes, out } = await run(`${line} --as board`, { password });
  expect([code, notes, out]).toEqual([
    1,
    `${refusalOf({ role }, right, 'The account board')}
`,
    '',
  ]);
  expect(await actors()).toEqual([]);
  expect(await database.users.countDocuments()).toBe(2);
});

it('makes an added account an officer while no account can manage accounts', async () => {
  await add('board', 'ops');
  expect((await run('users add naledi', { piped: password })).code).toBe(0);
  expect(await database.users.findOne({ username: 'naledi' })).toMatchObject({ role: 'officer' });
});

it('runs the doctor without an account, because monitors call it', async () => {
  await add('naledi');
  let out = '';
  const write = (text: string) => Promise.resolve(void (out += text));
  const terminal = { ...createTerminal(), interactive: false, write };
  expect(await runDoctor(['--json'], stores.settings, terminal)).toBeLessThan(3);
  expect(out).toContain('"findings"');
  expect(await actors()).toEqual([]);
});
