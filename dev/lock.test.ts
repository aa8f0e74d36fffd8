import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { projectRoot } from './processes.ts';
import { underLock } from './lock.ts';

const name = `test-${randomUUID()}`;

it('lets one process in at a time', async () => {
  const said = join(mkdtempSync(join(tmpdir(), 'lock-')), 'said');
  const script = `
    import { writeFileSync } from 'node:fs';
    import { underLock } from './dev/lock.ts';
    underLock('${name}', () => writeFileSync('${said}', 'the other was in'));
  `;
  let other;
  underLock(name, () => {
    const args = ['--import', 'tsx', '--input-type', 'module', '--eval', script];
    other = spawn(process.execPath, args, { cwd: projectRoot, stdio: 'ignore' });
    spawnSync('sleep', ['2']);
    expect(existsSync(said)).toBe(false);
  });
  while (!existsSync(said)) await sleep(50);
  expect(other).toBeDefined();
});

it('does not wait for a process that is gone, or after a failure', () => {
  const { pid } = spawnSync('true');
  writeFileSync(join(tmpdir(), `association-office-${name}.lock`), String(pid));
  expect(() =>
    underLock(name, () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(underLock(name, () => 'in')).toBe('in');
});
