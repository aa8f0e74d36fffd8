import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

import { projectRoot } from '../../../dev/processes.ts';
import { runStaff } from '../../../testing/office/run-staff.ts';

// Nothing listens at these addresses, so connecting would cause a different error.
const nowhere = {
  REDIS_URL: 'redis://127.0.0.1:1',
  MONGODB_URI: 'mongodb://127.0.0.1:1/enquiries',
};

it.each([
  [
    'submissions list thandiwe',
    '"thandiwe" is not expected here. Did you mean --search "thandiwe"?',
  ],
  ['submissions export thandiwe nkosi', 'Did you mean --search "thandiwe nkosi"?'],
  ['submissions list a@example.org', 'Did you mean --email a@example.org?'],
  ['submissions list tag quarantined', 'Did you mean --tag quarantined?'],
  ['submissions audit naledi', '"naledi" is not expected here.'],
  ['submissions subject-export a@example.org', 'Did you mean --email a@example.org?'],
  ['submissions list --serch x', 'Unknown option --serch. Did you mean --search?'],
  ['submissions list --colour red', 'Unknown option --colour.'],
  ['submissions list -s x', 'Unknown option -s.'],
  ['submissions list --search', '--search needs a value.'],
  ['submissions list --search --limit 5', '--search needs a value.'],
  ['submissions export --search=', '--search: needs a value'],
  ['submissions list --email a@b.c --email d@e.f', '--email is given twice.'],
  ['submissions erase --email a@example.org --yes=no', '--yes takes no value.'],
  ['submissions list --limit many', '--limit: must be a number from 1 to 10000'],
  ['submissions list --limit 0', '--limit: must be a number from 1 to 10000'],
  ['submissions list --limit 20000', '--limit: must be a number from 1 to 10000'],
  ['submissions show', 'Give one reference or ID.'],
  ['submissions show marula', '"marula" is neither a reference such as 7F3K-92QD nor an ID.'],
  ['submissions show a@example.org', '"a@example.org" is neither a reference'],
  ['submissions show 7F3K-92QD 7F3K-92QE', 'Give one reference or ID.'],
  ['submissions correct 7F3K-92QD', 'Give at least one field to correct.'],
  ['submissions erase', 'Give --email ADDRESS, or references or IDs.'],
  ['submissions erase --email nobody --yes', '--email: must be an email address'],
  ['submissions erase a@example.org', 'Did you mean --email a@example.org?'],
  ['submissions erase --email a@example.org 7F3K-92QD', 'not both'],
  ['users add', 'Give one username.'],
  ['users disable naledi lerato', 'Give one username.'],
  ['users list naledi', '"naledi" is not expected here.'],
  ['users token --scope read', 'Give a name of 1 to 64 characters.'],
  ['users token Figures', '--scope: must be read or export'],
  ['users token Figures --scope all', '--scope: must be read or export'],
  ['users token Figures --scope read --days 366', '--days: must be a number from 1 to 365'],
  ['users revoke', 'Give the ID of one token.'],
])('refuses %j before it connects, and says why', async (line, words) => {
  const { code, notes, out } = await runStaff(line.split(' '), nowhere);
  expect(notes).toContain(words);
  expect(notes).toMatch(/\nUsage: npm run /);
  expect([code, out]).toEqual([2, '']);
});

it.each([
  ['build/staff.js', [], 'node build/staff.js users add USERNAME '],
  ['build/staff.js', ['users', 'add'], 'Usage: node build/staff.js users add USERNAME '],
  ['build/staff/doctor.js', ['--everything'], 'Usage: node build/staff/doctor.js [--all | --json]'],
])('shows commands in an image as they are typed there: %s %j', (bundle, args, words) => {
  const options = { cwd: projectRoot, encoding: 'utf8' } as const;
  const { stderr } = spawnSync(process.execPath, [bundle, ...args], options);
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/npm run| -- /);
});

it.each([
  ['submissions lst', 'There is no command submissions lst. Did you mean submissions list?'],
  ['submision list', 'There is no command submision. Did you mean submissions?'],
])('suggests a correction of %j', async (line, words) => {
  const { code, notes } = await runStaff(line.split(' '), nowhere);
  expect([code, notes]).toEqual([2, `${words}\n`]);
});

it('lists the commands if none resembles the unknown one', async () => {
  const { code, notes } = await runStaff(['users', 'evict', 'naledi'], nowhere);
  expect(notes).toMatch(/^There is no command users evict\.\nnpm run users -- add USERNAME /);
  expect(code).toBe(2);
});

it('lists the commands if none is given', async () => {
  const { code, notes } = await runStaff(['submissions'], nowhere);
  expect(notes).toMatch(/^npm run submissions -- list /);
  expect(notes).toContain('--as USERNAME');
  expect(code).toBe(2);
});

it.each(['submissions --help', 'submissions audit --help', 'users add --help'])(
  'prints help for %s, without a database',
  async (line) => {
    const { code, out } = await runStaff(line.split(' '), nowhere);
    expect(code).toBe(0);
    expect(out).toContain(line.split(' ')[0]);
  },
);
