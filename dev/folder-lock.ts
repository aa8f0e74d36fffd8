import { spawnSync, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns what unlocks the folder. @throws Error that names the owner, if it is locked. */
export function lockFolder(folder: string, name: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'owner');
  const thisProcess = { pid: process.pid, startedAt: startOf(process.pid), name };
  try {
    // Unlike a file, a symbolic link is created together with its text.
    symlinkSync(JSON.stringify(thisProcess), file);
  } catch (cause) {
    const owner = JSON.parse(readlinkSync(file)) as typeof thisProcess;
    const isAlive = startOf(owner.pid) === owner.startedAt;
    if (isAlive) throw new Error(`${folder} is in use by ${owner.name}.`, { cause });
    rmSync(file, { force: true });
    return lockFolder(folder, name);
  }
  return () => rmSync(file, { force: true });
}

/** Writes down a process, so that the next start can stop it if this one is killed. */
export function writeDown(file: string, { pid = 0 }: ChildProcess): void {
  appendFileSync(file, `${pid}\t${startOf(pid)}\n`);
}

/** Stops the processes in the file that still run. @throws Error after twelve seconds. */
export async function stopOrphans(file: string): Promise<void> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const deadline = Date.now() + 12_000;
  for (const [pid, startedAt] of lines.map((line) => line.split('\t'))) {
    const isAlive = () => Boolean(startedAt) && startOf(Number(pid)) === startedAt;
    if (isAlive()) process.kill(Number(pid), 'SIGTERM');
    while (isAlive()) {
      if (Date.now() > deadline)
        throw new Error(`Process ${pid} of an earlier start does not stop.`);
      await sleep(100);
    }
  }
  rmSync(file, { force: true });
}

/** When a process started, in the format of the system; empty if it does not run any more. */
function startOf(pid: number): string {
  if (process.platform !== 'linux') {
    const args = ['-p', String(pid), '-o', 'lstart='];
    return spawnSync('ps', args, { encoding: 'utf8' }).stdout.trim();
  }
  const file = `/proc/${pid}/stat`;
  const stat = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // After the name in brackets come the state and, as the 22nd field of all, the time.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? '' : (fields[18] ?? '');
}
