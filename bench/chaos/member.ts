import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { isRunning, stopChild } from '../../dev/children.ts';

/** A process of the fleet that can be killed and started again on the same address. */
export interface Member {
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server that is a child of this process. */
export async function startMember(launch: () => Promise<ChildProcess>): Promise<Member> {
  let child = await launch();
  return {
    async kill() {
      if (!isRunning(child)) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async start() {
      child = await launch();
    },
    stop: () => stopChild(child),
  };
}
