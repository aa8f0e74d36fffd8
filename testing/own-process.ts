import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { isRunning, stopChild } from '../dev/processes.ts';

/** A process that a test may ill-treat, always on the same address. */
export interface OwnProcess {
  start: () => Promise<void>;
  /** Whether it runs and does not hang. */
  answers: () => boolean;
  /** Ends it without warning, as a power cut would. */
  kill: () => Promise<void>;
  /** Makes it hang: connections stand, nothing is answered. */
  hang: () => void;
  /** Ends a hang. */
  resume: () => void;
  /** Ends a hang, or starts it again. */
  revive: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Describes a process that does not run yet. */
export function createOwnProcess(launch: () => Promise<ChildProcess>): OwnProcess {
  let child: ChildProcess | undefined;
  let hangs = false;
  const runs = () => child !== undefined && isRunning(child);

  async function start(): Promise<void> {
    child = await launch();
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
    async kill() {
      if (!child || !runs()) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
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
    },
  };
}

/** Starts a process that a test may ill-treat. */
export async function startOwnProcess(launch: () => Promise<ChildProcess>): Promise<OwnProcess> {
  const own = createOwnProcess(launch);
  await own.start();
  return own;
}
