import { userInfo } from 'node:os';
import { afterAll, beforeEach, expect, it } from 'vitest';

import { refusalOf } from '../../../office/rights.ts';
import { runDoctor } from '../../../office/terminal/doctor.ts';
import { createTerminal } from '../../../office/terminal/terminal.ts';
import type { Role } from '../../../contract/roles.ts';
import { connect } from '../../../storage/connection.ts';
import { changeRights } from '../../../storage/users.ts';
import { createCheapUser } from '../../../testing/accounts.ts';
import { silent } from '../../../testing/loggers.ts';
import { ownStores } from '../../../testing/own-stores.ts';
import { runStaff, type Person } from '../../../testing/office/run-staff.ts';

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

it("records the operating system's user until there is an account, and says how to add one", async () => {
  const { code, hint } = await run('submissions list');
  expect(code).toBe(0);
  expect(hint).toBe(
    `There is no account that can sign in, so this is recorded as ${system}. Once there is one (npm run users -- add USERNAME), every command requires an account.\n`,
  );
  expect((await run('users add naledi', { piped: password })).code).toBe(0);
  expect(await actors()).toEqual([system, system]);
});

it('records the account that is given as an option or at the prompt', async () => {
  await add('naledi');
  const given = await run('submissions list --as Naledi');
  expect([given.code, given.hint]).toEqual([0, '']);
  expect((await run('users disable lerato --as naledi')).code).toBe(1);
  expect((await run('submissions audit', { answers: ['naledi'] })).code).toBe(0);
  expect(await actors()).toEqual(Array(3).fill(`${system}/naledi`));
});

it.each([
  'submissions list',
  'submissions erase 7F3K-92QD --yes',
  'submissions audit',
  'users list',
])('refuses %j without an account if it cannot ask', async (line) => {
  await add('naledi');
  const { code, notes, out } = await run(line);
  expect(notes).toMatch(/^No account given: add --as ACCOUNT\.\nUsage: /);
  expect([code, out]).toEqual([2, '']);
  expect(await actors()).toEqual([]);
});

it('refuses an account that does not exist or is disabled', async () => {
  await add('naledi');
  await add('lerato');
  await changeRights(database, 'lerato', { disabled: true });
  for (const username of ['nobody', 'lerato']) {
    const { code, notes } = await run(`submissions list --as ${username}`);
    expect([code, notes]).toEqual([1, `There is no account ${username} that can sign in.\n`]);
  }
  expect(await actors()).toEqual([]);
});

it('still works after disabling the last account', async () => {
  await add('naledi');
  await changeRights(database, 'naledi', { disabled: true });
  expect((await run('users enable naledi')).code).toBe(0);
});

it.each([
  ['submissions list', 'ops', 'enquiry.read'],
  ['submissions show 7F3K-92QD', 'ops', 'enquiry.read'],
  ['submissions export', 'ops', 'enquiry.export'],
  ['submissions not-spam 7F3K-92QD', 'ops', 'enquiry.change'],
  ['submissions correct 7F3K-92QD --first-name Ann', 'staff', 'person.change'],
  ['submissions erase 7F3K-92QD --yes', 'staff', 'person.erase'],
  ['submissions subject-export --email a@b.example', 'staff', 'person.read'],
  ['submissions audit', 'staff', 'audit.read'],
  ['users list', 'staff', 'account.manage'],
  ['users add evil --role officer', 'ops', 'account.manage'],
  ['users role board officer', 'ops', 'account.manage'],
] as const)('refuses "%s" to %s, who lack the right to %s', async (line, role, right) => {
  await add('manager');
  await add('board', role);
  const { code, notes, out } = await run(`${line} --as board`, { piped: password });
  expect([code, notes, out]).toEqual([
    1,
    `${refusalOf(role, right, 'The account board')}
`,
    '',
  ]);
  expect(await actors()).toEqual([]);
  expect(await database.users.countDocuments()).toBe(2);
});

it('makes the first account an officer while nobody can manage accounts', async () => {
  await add('board', 'ops');
  expect((await run('users add naledi', { piped: password })).code).toBe(0);
  expect(await database.users.findOne({ username: 'naledi' })).toMatchObject({ role: 'officer' });
  expect((await run('users add lerato --as naledi', { piped: password })).code).toBe(0);
  expect(await database.users.findOne({ username: 'lerato' })).toMatchObject({ role: 'staff' });
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
