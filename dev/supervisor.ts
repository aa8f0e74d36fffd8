import type { ChildProcess } from 'node:child_process';

import { stopChild } from './children.ts';

const restartDelay = 500;

/** A process that is started again whenever it ends without having been asked to. */
export interface Supervised {
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

/** Starts a process and keeps it running until `stop` is called. */
export function supervise(
  name: string,
  start: () => ChildProcess,
  say: (line: string) => void,
): Supervised {
  let stopping = false;
  let child = launch();
  let restart: NodeJS.Timeout | undefined;

  function launch(): ChildProcess {
    const started = start();
    started.once('exit', (code, signal) => {
      if (stopping) return;
      say(`The ${name} ended (${signal ?? `code ${code ?? 'unknown'}`}); starting it again.`);
      restart = setTimeout(() => {
        child = launch();
      }, restartDelay);
    });
    return started;
  }

  return {
    get pid() {
      return child.pid;
    },
    async stop() {
      stopping = true;
      clearTimeout(restart);
      await stopChild(child);
    },
  };
}
