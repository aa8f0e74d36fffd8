import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { lockFolder } from '../folder-lock.ts';

let root: string;
let folder: string;
const others: ChildProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lock-'));
  folder = join(root, 'data');
  mkdirSync(folder);
});

afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
  rmSync(root, { recursive: true });
});

/** Starts another process, which locks the folder on request and reports the result. */
function startOther(wrapper: string[] = []): {
  child: ChildProcess;
  nextLine: () => Promise<string>;
} {
  const script = `
    import { once } from 'node:events';
    import { lockFolder } from './folder-lock.ts';
    console.log('there');
    await once(process.stdin, 'data');
    await lockFolder(process.env.FOLDER, 'the other one').then(
      () => console.log('has it'),
      (error) => console.log(error.message),
    );
    setInterval(() => {}, 1000);
  `;
  const node = [process.execPath, '--import', 'tsx', '--input-type', 'module', '--eval', script];
  const [program = '', ...args] = [...wrapper, ...node];
  const env = { ...process.env, FOLDER: folder };
  const child = spawn(program, args, {
    cwd: dirname(import.meta.dirname),
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  others.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return { child, nextLine: async () => String((await lines.next()).value) };
}

async function startOwner(wrapper?: string[]): Promise<ChildProcess> {
  const { child, nextLine } = startOther(wrapper);
  await nextLine();
  child.stdin?.write('go\n');
  expect(await nextLine()).toBe('has it');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

it('refuses a folder in use, and names the owner', async () => {
  await startOwner();
  await expect(lockFolder(folder)).rejects.toThrow(`${folder} is in use by the other one.`);
  expect(readdirSync(folder)).toHaveLength(1);
});

it('refuses a folder in use under another path', async () => {
  await startOwner();
  const path = join(root, 'link');
  symlinkSync(folder, path);
  await expect(lockFolder(path)).rejects.toThrow('in use by the other one');
});

it('refuses a folder whose owner hangs', async () => {
  const owner = await startOwner();
  owner.kill('SIGSTOP');
  await expect(lockFolder(folder)).rejects.toThrow('in use by a process that does not answer');
});

it('takes a folder over from a killed process, and reports that it was killed', async () => {
  await kill(await startOwner());
  const { release, wasKilled } = await lockFolder(folder);
  expect(wasKilled).toBe(true);
  release();
  expect(readdirSync(folder)).toEqual([]);
  expect(await lockFolder(folder)).toMatchObject({ wasKilled: false });
});

it('waits for an owner to exit', async () => {
  const owner = await startOwner();
  const locking = lockFolder(folder, 'me', 60_000);
  await kill(owner);
  await locking;
  await expect(lockFolder(folder)).rejects.toThrow('in use by me');
});

it('ignores files that are named like an owner but are not sockets', async () => {
  writeFileSync(join(folder, 'owner-empty'), '');
  writeFileSync(join(folder, 'owner-number'), '1');
  (await lockFolder(folder)).release();
});

it('grants exactly one of several concurrent claims', async () => {
  const all = Array.from({ length: 6 }, () => startOther());
  await Promise.all(all.map(({ nextLine }) => nextLine()));
  for (const { child } of all) child.stdin?.write('go\n');
  const answers = await Promise.all(all.map(({ nextLine }) => nextLine()));
  expect(answers.filter((answer) => answer === 'has it')).toHaveLength(1);
  expect(answers.filter((answer) => answer.endsWith('by the other one.'))).toHaveLength(5);
});

it('refuses a folder in use even if its path is too long for a socket', async () => {
  folder = join(root, 'x'.repeat(120));
  await startOwner();
  await expect(lockFolder(folder)).rejects.toThrow('in use by the other one');
});

const unshare = ['unshare', '--pid', '--net', '--fork', '--kill-child'];
const canUnshare = spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'true']).status === 0;

it.runIf(canUnshare)('refuses a folder in use by another container', async () => {
  await startOwner(unshare);
  await expect(lockFolder(folder)).rejects.toThrow('in use by the other one');
});

it.runIf(process.platform === 'linux')('rejects if the folder cannot be created', async () => {
  await expect(lockFolder('/proc/none/data')).rejects.toThrow("mkdir '/proc/none'");
});
