import { Queue } from 'bullmq';

import {
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
  type JobPayload,
} from '../contract/jobs.ts';
import type { Logger } from '../platform/logger.ts';
import type { RedisClient } from '../platform/redis.ts';
import { withTimeLimit } from '../platform/time-limit.ts';
import type { WorkerConfig } from './config.ts';

export interface Queues {
  submissions: Queue;
  notifications: Queue<JobPayload<typeof sendNotificationJob>>;
  maintenance: Queue;
}

const quitWithin = 1_000;

/** Opens the queues that the jobs read and add to. */
export function openQueues(redis: RedisClient, config: WorkerConfig, logger: Logger): Queues {
  function open(name: string): Queue {
    const queue = new Queue(name, {
      connection: redis,
      prefix: config.queuePrefix,
      // A connection that is lost while its version is asked for would never be used again.
      skipVersionCheck: true,
      skipWaitingForReady: true,
    });
    return queue.on('error', (error) => logger.warn({ queue: name, err: error }, 'queue failed'));
  }
  return {
    submissions: open(storeSubmissionJob.queue),
    notifications: open(sendNotificationJob.queue),
    maintenance: open(sweepNotificationsJob.queue),
  };
}

/** Closes the queues and their connection, politely if Redis is there, without it otherwise. */
export async function closeQueues(queues: Queues, redis: RedisClient): Promise<void> {
  try {
    await withTimeLimit(
      quitWithin,
      Promise.all(Object.values(queues).map((queue: Queue) => queue.close())),
    );
    await withTimeLimit(quitWithin, redis.quit());
  } catch {
    redis.disconnect();
  }
}
