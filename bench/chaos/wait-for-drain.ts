import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';

import { sendNotificationJob, storeSubmissionJob } from '../../contract/jobs.ts';
import { createRedis } from '../../platform/redis.ts';
import type { Fleet } from './fleet.ts';

const unfinished = ['wait', 'active', 'delayed', 'prioritized', 'waiting-children'] as const;

/** How many jobs each queue holds that are not finished, and how many failed. */
export interface Drain {
  drained: boolean;
  failed: number;
  /** Milliseconds from the last enquiry to the last job. */
  took: number;
}

/** Waits until no job waits, runs or is delayed; at the most for the given milliseconds. */
export async function waitForDrain(fleet: Fleet, patience: number): Promise<Drain> {
  const connection = createRedis(fleet.redisUrl, 'patient');
  const queues = [storeSubmissionJob, sendNotificationJob].map(
    ({ queue }) => new Queue(queue, { connection, prefix: '{enquiries}' }),
  );
  for (const queue of queues) queue.on('error', () => undefined);
  const start = Date.now();
  try {
    let left = Infinity;
    while (left > 0 && Date.now() - start < patience) {
      await sleep(200);
      const counts = await Promise.all(
        queues.map((queue) => queue.getJobCountByTypes(...unfinished)),
      );
      left = counts.reduce((sum, count) => sum + count, 0);
    }
    const failed = await Promise.all(queues.map((queue) => queue.getFailedCount()));
    return {
      drained: left === 0,
      failed: failed.reduce((sum, count) => sum + count, 0),
      took: Date.now() - start,
    };
  } finally {
    await Promise.all(queues.map((queue) => queue.close()));
    connection.disconnect();
  }
}
