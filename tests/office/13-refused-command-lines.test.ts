import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';
import { runStaff } from '../../testing/office/run-staff.ts';

// Nothing listens at these addresses, so connecting would cause a different error.
const nowhere = {
  REDIS_URL: 'redis://127.0.0.1:1',
  MONGODB_URI: 'mongodb://127.0.0.1:1/enquiries',
};

it.each([
  ['submissions list --colour red', "Unknown option '--colour'"],
  ['submissions list --search', "'--search <value>' argument missing"],
  ['submissions list --in everything', '--in: must be new, mine'],
  ['submissions list --from yesterday', '--from: '],
  ['submissions list --limit 0', '--limit: '],
  ['submissions list thandiwe', '"thandiwe" is not expected here.'],
  ['submissions export --reason Audit thandiwe', '"thandiwe" is not expected here.'],
  ['submissions export', '--reason: '],
  ['submissions export --reason Figures --format xml', '--format: '],
  ['submissions export --reason Figures --format xlsx', 'xlsx needs --out FILE.'],
  ['submissions show', 'Give one reference or ID.'],
  ['submissions show marula', '"marula" is neither a reference such as 7F3K-92QD nor an ID.'],
  ['submissions show 7F3K-92QD 7F3K-92QE', 'Give one reference or ID.'],
  ['submissions erase', 'Give --email ADDRESS, or references or IDs.'],
  ['submissions erase --email nobody --yes', '--email: must be an email address'],
  ['submissions erase --email a@example.org 7F3K-92QD', 'Give --email ADDRESS, or references'],
  ['users add', 'Give one username.'],
  ['users add naledi --role queen', '--role: must be ops, staff, officer'],
  ['users add naledi --email nobody', '--email: must be an email address'],
  ['users disable naledi lerato', 'Give one username.'],
  ['users list naledi', '"naledi" is not expected here.'],
  ['users role naledi queen', '--role: must be ops, staff, officer'],
  ['users token', 'Give make, list or revoke.'],
  ['users token make --scope read', 'Give a name of 1 to 64 characters.'],
  ['users token make Figures', '--scope: must be read or export'],
  ['users token make Figures --scope read --days 366', '--days: '],
  ['users token revoke', 'Give one ID of a token.'],
])('refuses %j before it connects, and says why', async (line, words) => {
  const { code, notes, out } = await runStaff(line.split(' '), nowhere);
  expect(notes).toContain(words);
  expect(notes).toMatch(/\nUsage: npm run /);
  expect([code, out]).toEqual([2, '']);
});

it.each([
  ['build/staff.js', [], 'node build/staff.js users add USERNAME '],
  ['build/staff.js', ['users', 'add'], 'Usage: node build/staff.js users add USERNAME '],
  ['build/backup.js', ['--hourly'], 'Usage: node build/backup.js [--daily | keygen]'],
  ['build/restore.js', ['--hourly'], 'Usage: node build/restore.js [[FILE] '],
  ['build/staff/doctor.js', ['--everything'], 'Usage: node build/staff/doctor.js [--all | --json]'],
])('shows commands in an image as they are typed there: %s %j', (bundle, args, words) => {
  const options = { cwd: projectRoot, encoding: 'utf8' } as const;
  const { stderr } = spawnSync(process.execPath, [bundle, ...args], options);
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/npm run| -- /);
});

it.each(['submissions', 'submissions lst', 'users evict naledi', 'users toString'])(
  'lists the commands if %j is none',
  async (line) => {
    const { code, notes } = await runStaff(line.split(' '), nowhere);
    expect(notes).toMatch(/^npm run (users -- add USERNAME|submissions -- list) /);
    expect(notes).toContain('--as USERNAME');
    expect(code).toBe(2);
  },
);

it.each(['submissions --help', 'submissions erase --help', 'users add --help'])(
  'prints help for %s, without a database',
  async (line) => {
    const { code, out } = await runStaff(line.split(' '), nowhere);
    expect(code).toBe(0);
    expect(out).toContain(line.split(' ')[0]);
  },
);
