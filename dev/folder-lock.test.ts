import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { lockFolder } from './folder-lock.ts';

let folder: string;
const others: ChildProcess[] = [];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lock-')), 'data');
});

afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
  rmSync(join(folder, '..'), { recursive: true });
});

/** Starts a process that locks the folder; resolves to it and to what it says. */
async function startOther(): Promise<[ChildProcess, string]> {
  const script = `
    import { lockFolder } from './folder-lock.ts';
    try {
      lockFolder(process.env.FOLDER, 'the other one');
      console.log('has it');
    } catch (error) {
      console.log(error.message);
    }
    setInterval(() => {}, 1000);`;
  const args = ['--import', 'tsx', '--input-type', 'module', '--eval', script];
  const other = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    env: { ...process.env, FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(other);
  const [line] = (await once(createInterface(other.stdout), 'line')) as [string];
  return [other, line];
}

it('refuses a folder in use, also under another path, and names the owner', async () => {
  await startOther();
  expect(() => lockFolder(folder, 'me')).toThrow(`${folder} is in use by the other one.`);
  symlinkSync(folder, `${folder}-link`);
  expect(() => lockFolder(`${folder}-link`, 'me')).toThrow('in use by the other one');
  expect(readdirSync(folder)).toHaveLength(1);
});

it('takes a folder over from a killed process', async () => {
  const [owner] = await startOther();
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  lockFolder(folder, 'me')();
  expect(readdirSync(folder)).toEqual([]);
});

it('grants exactly one of several concurrent claims', async () => {
  const lines = (await Promise.all([1, 2, 3, 4].map(startOther))).map(([, line]) => line);
  expect(lines.filter((line) => line === 'has it')).toHaveLength(1);
  expect(lines.filter((line) => line.endsWith('in use by the other one.'))).toHaveLength(3);
});
