import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';

import { isRunning, stopChild, untilReady, type Startable } from '../../dev/processes.ts';

/** A server process that a test can kill, pause and restart, always at the same address. */
export type OwnProcess = ReturnType<typeof createOwnProcess>;

/**
 * Prepares a process, which `start` launches.
 *
 * @param folder a folder that `stop` deletes.
 */
export function createOwnProcess(startable: Startable, folder?: string) {
  let child: ChildProcess | undefined;
  let hangs = false;
  const runs = () => child !== undefined && isRunning(child);

  async function start(wait = true): Promise<void> {
    child = startable.launch();
    if (wait) await untilReady(startable, child).catch(killAndThrow);
    hangs = false;
  }

  async function killAndThrow(error: unknown): Promise<never> {
    if (child) await stopChild(child, 'SIGKILL');
    throw error;
  }

  function resume(): void {
    child?.kill('SIGCONT');
    hangs = false;
  }

  return {
    start,
    resume,
    answers: () => runs() && !hangs,
    /** Kills it without warning, like a power cut. */
    kill: async () => child && stopChild(child, 'SIGKILL'),
    /** Pauses it: connections stay open, but nothing is answered. */
    hang: () => {
      child?.kill('SIGSTOP');
      hangs = true;
    },
    revive: async () => {
      if (runs()) resume();
      else await start();
    },
    stop: async () => {
      resume();
      if (child) await stopChild(child);
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}
