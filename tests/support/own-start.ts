import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findFreePort } from './free-port.ts';
import { isRunning, projectRoot, spawnNode } from '../../dev/processes.ts';
import { waitFor } from './wait-for.ts';

// `npm start`, bundled for the tests, because the bundle starts in a third of the time.
export const startProgram = join(projectRoot, 'build/start-in-tests.js');

type Settings = Record<string, string>;

export async function ownSettings(dataDir?: string): Promise<Settings> {
  const settings: Settings = { REDIS_URL: '', MONGODB_URI: '', LOG_FORMAT: 'json' };
  settings.DATA_DIR = dataDir ?? mkdtempSync(join(tmpdir(), 'start-'));
  const names = ['SITE_PORT', 'API_PORT', 'WORKER_PORT', 'OFFICE_PORT', 'REDIS_PORT'];
  for (const name of [...names, 'MONGODB_PORT']) settings[name] = String(await findFreePort());
  for (const name of ['API', 'WORKER', 'OFFICE']) settings[`${name}_METRICS_PORT`] = '0';
  return settings;
}

export type OwnStart = ReturnType<typeof startOwn>;

/** Starts the product, or calls `launch`, which starts it in another way. */
export function startOwn(
  settings: Settings,
  mode: 'start' | 'dev' = 'start',
  launch = (): ChildProcess =>
    spawnNode([startProgram, mode], settings, ['ignore', 'pipe', 'pipe']),
) {
  const child = launch();
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    child,
    output: () => output,
    site: `http://127.0.0.1:${settings.SITE_PORT}`,
    api: `http://127.0.0.1:${settings.API_PORT}`,
    /** Throws an Error with the output if the product exits first. */
    ready: async () => {
      const isReady = () => {
        if (!isRunning(child)) throw new Error(output);
        return output.includes('Ready. Press Ctrl-C to stop');
      };
      await waitFor('everything is running', isReady, 240_000);
    },
    ended: async () => (await closed)[0],
  };
}

export interface Listed {
  pid: number;
  command: string;
}

/** All descendants of a process, by Linux's /proc. */
export function descendantsOf(pid: number | undefined): Listed[] {
  if (!pid) return [];
  const children = readProc(`${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.flatMap((child) => [
    { pid: Number(child), command: readProc(`${child}/cmdline`).replaceAll('\0', ' ') },
    ...descendantsOf(Number(child)),
  ]);
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

export async function untilGone(processes: Listed[]): Promise<void> {
  await waitFor('all processes have exited', () => !processes.some(({ pid }) => isAlive(pid)));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function killAll(processes: Listed[]): void {
  for (const { pid } of processes) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}
