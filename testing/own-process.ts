import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { isRunning, stopChild } from '../dev/processes.ts';

/** A process that a test can kill, pause and restart, always on the same address. */
export interface OwnProcess {
  start: () => Promise<void>;
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

/** Creates a process that is not running yet. */
export function createOwnProcess(
  launch: () => ChildProcess | Promise<ChildProcess>,
  untilReady: (child: ChildProcess) => Promise<void> = () => Promise.resolve(),
): OwnProcess {
  let child: ChildProcess | undefined;
  let hangs = false;
  const runs = () => child !== undefined && isRunning(child);

  async function start(): Promise<void> {
    child = await launch();
    await untilReady(child);
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
