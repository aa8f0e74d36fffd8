import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';

import { isRunning, stopChild, type Startable } from '../dev/processes.ts';

/** A process that a test can kill, pause and restart, always on the same address. */
export interface OwnProcess {
  /** Starts it and by default waits until it is ready. */
  start: (wait?: boolean) => Promise<void>;
  /** Whether it is running and not paused. */
  answers: () => boolean;
  /** Kills it without warning, like a power cut. */
  kill: () => Promise<void>;
  /** Pauses it: connections stay open, but nothing is answered. */
  hang: () => void;
  /** Resumes it. */
  resume: () => void;
  /** Resumes or restarts it. */
  revive: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Creates a process that is not running yet.
 *
 * @param folder is deleted when it is stopped
 */
export function createOwnProcess({ launch, untilReady }: Startable, folder?: string): OwnProcess {
  let child: ChildProcess | undefined;
  let hangs = false;
  const runs = () => child !== undefined && isRunning(child);

  async function start(wait = true): Promise<void> {
    child = launch();
    if (wait) await untilReady(child);
    hangs = false;
  }

  function resume(): void {
    child?.kill('SIGCONT');
    hangs = false;
  }

  return {
    start,
    resume,
    answers: () => runs() && !hangs,
    kill: async () => child && stopChild(child, 'SIGKILL'),
    hang() {
      child?.kill('SIGSTOP');
      hangs = true;
    },
    async revive() {
      if (runs()) resume();
      else await start();
    },
    async stop() {
      resume();
      if (child) await stopChild(child);
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}
