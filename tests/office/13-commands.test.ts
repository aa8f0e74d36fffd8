import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Role } from '#contract/roles.ts';
import { hashToken } from '#storage/sessions.ts';
import { createUser, changeUser, checkCredentials, findUser, ofLink } from '#storage/users.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { runStaff, type Person } from '#support/office/run-staff.ts';
import { openDatabase } from '#support/own-stores.ts';
import { projectRoot, spawnNode } from '../../dev/processes.ts';
import { createQuestions } from '../../office/commands/terminal.ts';
import { refusalOf } from '../../office/rights.ts';

const database = forAllTests(openDatabase);
const password = 'marula branch teapot';
const another = 'Xk3-bregma-loft';
const system = `cli:${userInfo().username}`;

beforeEach(() => database.drop());

function add(username: string, role: Role = 'officer') {
  return createUser(database, { username, password, role });
}

function run(line: string, person: Person = {}, settings: Record<string, string> = {}) {
  return runStaff(line.split(' '), { ...database.settings, ...settings }, person);
}

/** Runs a command as the officer naledi. */
function asNaledi(line: string, person: Person = {}, settings: Record<string, string> = {}) {
  return run(`${line} --as naledi`, { password, ...person }, settings);
}

async function actors(): Promise<string[]> {
  return (await database.audit.read({ limit: 9 })).map(({ actor }) => actor);
}

function signIn(username: string, secret = password) {
  return checkCredentials(database, { username, password: secret });
}

describe('PROMISE 13: an account runs each command', () => {
  it('except the first one, which adds an officer', async () => {
    for (const line of ['submissions list', 'users list', 'users list --as naledi']) {
      const { code, notes, out } = await run(line, { password });
      expect([code, out, notes]).toEqual([1, '', expect.stringContaining('users add')]);
    }
    await add('board', 'ops');
    await add('gone');
    await changeUser(database, { username: 'gone' }, { disabled: true });
    const { code, notes } = await run('users add naledi', { piped: password });
    expect([code, notes]).toEqual([0, expect.stringContaining(`recorded as ${system}.`)]);
    expect(await signIn('naledi')).toMatchObject({ role: 'officer' });
    expect(await actors()).toEqual([system]);
    expect((await run('users add lerato', { piped: password })).code).toBe(2);
  });

  it('given as an option or at the prompt', async () => {
    await add('naledi');
    expect((await run('users link nobody --as Naledi', { password })).code).toBe(1);
    const added = await run('users add lerato', { answers: ['naledi', password, another] });
    expect([added.code, added.notes]).toEqual([0, expect.stringContaining('the role staff')]);
    expect(await signIn('lerato', another)).toMatchObject({ role: 'staff' });
    expect(new Set(await actors())).toEqual(new Set([`${system}/naledi`]));
  });

  it('or none, if it cannot be asked for', async () => {
    await add('naledi');
    for (const line of ['submissions list', 'submissions erase 7F3K-92QD --yes']) {
      const { code, notes, out } = await run(line);
      expect([code, out, notes]).toEqual([2, '', expect.stringMatching(/^No account given/)]);
    }
    expect((await run('users list --as naledi')).notes).toMatch(/^No password given/);
  });

  it('with the right password only, and not once it is disabled', async () => {
    await add('naledi');
    await add('lerato');
    await changeUser(database, { username: 'lerato' }, { disabled: true });
    for (const [name, secret] of [['naledi', 'wrong'], ['nobody'], ['lerato']]) {
      const person = { password: secret ?? password };
      const { code, notes } = await run(`users list --as ${name}`, person);
      expect([code, notes]).toEqual([1, 'Incorrect username or password.\n']);
    }
    const records = await database.audit.read({ limit: 9 });
    expect(records.map(({ actor, action, subject }) => [actor, action, subject.ids])).toEqual([
      [system, 'session.fail-sign-in', []],
      [system, 'session.fail-sign-in', []],
      [system, 'session.fail-sign-in', ['naledi']],
    ]);
  });

  it.each([
    ['submissions show 7F3K-92QD', 'ops', 'enquiry.read'],
    ['submissions export --reason Figures', 'ops', 'enquiry.export'],
    ['submissions erase 7F3K-92QD --yes', 'staff', 'person.erase'],
    ['users role board officer', 'staff', 'account.manage'],
  ] as const)('whose role allows it: not "%s" for %s', async (line, role, right) => {
    await add('board', role);
    const { code, notes, out } = await run(`${line} --as board`, { password });
    expect([code, out]).toEqual([1, '']);
    expect(notes).toBe(`${refusalOf({ role }, right, 'The account board')}\n`);
    expect(await actors()).toEqual([]);
  });
});

describe('PROMISE 13: OFFICE_TOKEN', () => {
  async function make(scope: string): Promise<string> {
    return (await asNaledi(`users token Figures --scope ${scope}`)).out.trim();
  }

  it('acts for its owner, within its scope', async () => {
    await add('naledi');
    const [read, exporting] = [await make('read'), await make('export')];
    expect((await run('submissions list', {}, { OFFICE_TOKEN: read })).code).toBe(0);
    const exported = 'submissions export --reason Figures --as naledi';
    expect((await run(exported, {}, { OFFICE_TOKEN: exporting })).code).toBe(0);
    expect((await actors()).slice(0, 2)).toEqual(Array(2).fill(`${system}/naledi`));
    for (const [line, token] of [
      ['submissions export --reason Figures', read],
      ['submissions erase 7F3K-92QD --yes', exporting],
      ['users token Another --scope export', exporting],
    ] as const) {
      const { code, notes, out } = await run(line, {}, { OFFICE_TOKEN: token });
      expect([code, out], line).toEqual([1, '']);
      expect(notes).toMatch(/^A token with the scope (read|export) does not have permission to /);
    }
  });

  it('is refused for another account, and after it was revoked', async () => {
    await add('naledi');
    const token = await make('read');
    const refusal = 'OFFICE_TOKEN is not a valid token for this account.\n';
    const list = (line: string, OFFICE_TOKEN: string) => run(line, {}, { OFFICE_TOKEN });
    expect((await list('submissions list --as lerato', token)).notes).toBe(refusal);
    expect((await list('submissions list', `${token}x`)).notes).toBe(refusal);
    const { out } = await asNaledi('users token --json');
    expect(out).not.toContain(hashToken(token));
    const [{ id = '', ...shown } = {}] = JSON.parse(out) as Record<string, string>[];
    expect(shown).toMatchObject({ username: 'naledi', name: 'Figures', scope: 'read' });
    expect((await asNaledi(`users token --revoke ${id}`)).code).toBe(0);
    expect((await list('submissions list', token)).notes).toBe(refusal);
  });
});

describe('PROMISE 13: commands manage accounts', () => {
  beforeEach(async () => {
    await add('naledi');
    await add('lerato', 'staff');
  });

  it('add one with a name, an address and a link, which voids the one before', async () => {
    const details = '--role officer --name Zanele --email Zanele@Example.org --link';
    const { code, out } = await asNaledi(`users add zanele ${details}`);
    expect([code, out]).toEqual([0, expect.stringMatching(/\/ops\/welcome#[\w-]{43}\n$/)]);
    const account = { username: 'zanele', name: 'Zanele', email: 'zanele@example.org' };
    const [first, second] = [out, (await asNaledi('users link zanele')).out].map((url) =>
      hashToken(url.trim().split('#')[1] ?? ''),
    );
    expect(await findUser(database, ofLink(first ?? ''))).toBeUndefined();
    expect(await findUser(database, ofLink(second ?? ''))).toMatchObject(account);
  });

  it('list them without their passwords', async () => {
    const { out } = await asNaledi('users list');
    expect(out).toMatch(/lerato.*staff/);
    expect(out + (await asNaledi('users list --json')).out).not.toContain('scrypt');
  });

  it('change a role, and disable, after a yes', async () => {
    expect((await asNaledi('users role lerato ops')).code).toBe(0);
    expect(await signIn('lerato')).toMatchObject({ role: 'ops' });
    expect((await asNaledi('users role lerato queen')).notes).toMatch(
      /^role: .*\nUsage: users role/,
    );
    expect((await asNaledi('users disable lerato')).notes).toContain('add --yes');
    expect((await asNaledi('users disable lerato', { answers: ['no'] })).code).toBe(1);
    expect(await signIn('lerato')).toBeDefined();
    expect((await asNaledi('users disable lerato --yes')).code).toBe(0);
    expect(await signIn('lerato')).toBeUndefined();
  });

  it('change none that a colleague changes before the yes', async () => {
    const late = async () => {
      await database.users.updateOne({ username: 'lerato' }, { $set: { role: 'ops' } });
      return 'yes';
    };
    const { code, notes } = await asNaledi('users disable lerato', { answers: [late] });
    expect([code, notes]).toEqual([1, expect.stringContaining('A colleague has changed')]);
    expect(await signIn('lerato')).toMatchObject({ role: 'ops' });
  });

  it.each([
    ['users add zanele', 'Xk3-bregma', /at least 12 characters/],
    ['users add zanele', 'password1234', /too easy to guess/],
    ['users add zanele', '', /at least 12 characters/],
    ['users add LERATO', another, /already in use/],
    ['users link nobody', '', /^There is no account nobody/],
    ['users disable nobody --yes', '', /^There is no account nobody/],
  ])('refuse "%s" with the password "%s"', async (line, secret, reason) => {
    const { code, notes } = await asNaledi(line, { piped: secret });
    expect([code, notes]).toEqual([1, expect.stringMatching(reason)]);
    expect(await database.users.countDocuments()).toBe(2);
  });

  it('are recorded, also when they are refused', async () => {
    await asNaledi('users add lerato', { piped: another });
    const [record] = await database.audit.read({ limit: 9 });
    expect(record).toMatchObject({ action: 'account.add', outcome: 'refused' });
  });
});

// Nothing listens at these addresses, so connecting would cause a different error.
const nowhere = {
  REDIS_URL: 'redis://127.0.0.1:1',
  MONGODB_URI: 'mongodb://127.0.0.1:1/enquiries',
};

it.each([
  ['submissions list --colour red', "Unknown option '--colour'"],
  ['submissions list --search', "'--search <value>' argument missing"],
  ['submissions list thandiwe', 'words'],
  ['users add', 'words'],
  ['users disable naledi lerato', 'words'],
])('refuses "%s" before it connects, and says why', async (line, words) => {
  const { code, notes, out } = await runStaff(line.split(' '), nowhere);
  expect(notes).toContain(words);
  expect(notes).toMatch(/\nUsage: (submissions|users) /);
  expect([code, out]).toEqual([2, '']);
});

it.each([
  ['submissions', 2],
  ['submissions lst', 2],
  ['users toString', 2],
  ['', 2],
  ['users add --help', 0],
  ['restore --help', 0],
])('lists commands for "%s"', async (line, wanted) => {
  const { code, notes } = await runStaff(line.split(' '), nowhere);
  expect(code).toBe(wanted);
  expect(notes).toMatch(/^(submissions list|users add|restore) \[?\S+/);
});

it('reads a password from a pipe, and does not print it', async () => {
  const child = spawnNode(['build/commands.js', 'users', 'add', 'lebo'], database.settings, 'pipe');
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += String(chunk)));
  child.stderr?.on('data', (chunk) => (printed += String(chunk)));
  child.stdin?.end(`${password}\nand more\n`);
  const [code] = (await once(child, 'close')) as [number];
  expect([code, printed]).toEqual([0, expect.stringContaining('the role officer.')]);
  expect(printed).not.toContain(password);
  expect(await signIn('lebo')).toMatchObject({ role: 'officer' });
});

it('shows the usage in an image as well', () => {
  const options = { cwd: projectRoot, encoding: 'utf8' } as const;
  const { stderr, status } = spawnSync(
    process.execPath,
    ['build/commands.js', 'doctor', 'x'],
    options,
  );
  expect([status, stderr]).toEqual([3, expect.stringContaining('Usage: doctor [--all | --json]')]);
});

it('does not echo a secret while it is typed, or reveal its length', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ask = createQuestions(input, output, true);
  const answer = ask('Password:', true);
  for (const key of 'marulX\u007fa!\r') input.write(key);
  expect(await answer).toBe('marula!');
  expect(String(output.read())).not.toMatch(/[marul!*]{2}/);
  const shown = ask('Delete?', false);
  input.write('yes\r');
  expect(await shown).toBe('yes');
  expect(String(output.read())).toContain('yes');
});
