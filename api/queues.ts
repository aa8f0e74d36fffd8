import { Queue } from 'bullmq';
import type { RedisClient } from '../platform/redis.ts';

import {
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
} from '../contract/jobs.ts';

/** Opens every queue to look at, on a connection that there is already. */
export function openQueues(redis: RedisClient, prefix: string): Queue[] {
  return [storeSubmissionJob, sendNotificationJob, sweepNotificationsJob].map((definition) => {
    const queue = new Queue(definition.queue, {
      connection: redis,
      prefix,
      skipWaitingForReady: true,
      skipVersionCheck: true,
      skipMetasUpdate: true,
    });
    // The connection itself reports that it is lost.
    return queue.on('error', () => undefined);
  });
}
