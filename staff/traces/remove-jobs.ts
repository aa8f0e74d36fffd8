import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';

import { CommandError } from '../errors.ts';

const patience = 30_000;

/**
 * Removes a job in whatever state it is, with its lock on a repetition of the same content. One
 * that a worker has in its hands is waited for.
 *
 * @returns whether there was one.
 * @throws CommandError when a worker does not let go of it.
 */
export async function removeJob(queue: Queue, id: string): Promise<boolean> {
  const deadline = Date.now() + patience;
  for (;;) {
    const job = await queue.getJob(id);
    if (!job) return false;
    await job.removeDeduplicationKey();
    if ((await queue.remove(id)) === 1) return true;
    if (Date.now() > deadline) {
      throw new CommandError(`A worker holds the job ${id} of ${queue.name}. Try again later.`);
    }
    await sleep(200);
  }
}
