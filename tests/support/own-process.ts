import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';

import { stopChild, untilReady, type Startable } from '../../dev/processes.ts';

/**
 * A server process that a test can kill, pause and restart, always at the same address.
 *
 * @param folder is deleted by `stop`.
 */
export function createOwnProcess(startable: Startable, folder?: string) {
  let child: ChildProcess | undefined;

  async function start(wait = true): Promise<void> {
    child = startable.launch();
    if (wait) await untilReady(startable, child).catch(killAndThrow);
  }

  async function killAndThrow(error: unknown): Promise<never> {
    await kill();
    throw error;
  }

  async function kill(): Promise<void> {
    if (child) await stopChild(child, 'SIGKILL');
  }

  const resume = () => void child?.kill('SIGCONT');

  return {
    start,
    /** Kills it without warning, like a power cut. */
    kill,
    /** Pauses it: connections stay open, but nothing is answered. */
    hang: () => void child?.kill('SIGSTOP'),
    resume,
    stop: async () => {
      resume();
      if (child) await stopChild(child);
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}
