import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';

import { TaskError } from './task.ts';

const timeout = 30_000;

/**
 * Removes a job in any state, with its deduplication key. Returns whether the job existed.
 * @throws TaskError if a worker is still processing the job after 30 seconds.
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
      const message = `A worker is still processing job ${id} of ${queue.name}. Try again later.`;
      throw new TaskError('unavailable', message);
    }
    await sleep(200);
  }
}
