import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';

import { TaskError } from './task.ts';

const timeout = 30_000;

/**
 * Removes a job in whatever state it is, with its lock on a repetition of the same content. One
 * that a worker has in its hands is waited for. Returns whether there was one.
 *
 * @throws TaskError when a worker does not let go of it.
 */
export async function removeJob(
  queue: Pick<Queue, 'name' | 'getJob' | 'remove'>,
  id: string,
): Promise<boolean> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const job = await queue.getJob(id);
    if (!job) return false;
    await job.removeDeduplicationKey();
    if ((await queue.remove(id)) === 1) return true;
    if (Date.now() > deadline) {
      const message = `A worker holds the job ${id} of ${queue.name}. Try again later.`;
      throw new TaskError('unavailable', message);
    }
    await sleep(200);
  }
}
