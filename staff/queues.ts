import { Queue } from 'bullmq';
import type { RedisClient } from '../platform/redis.ts';

import {
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
  type JobPayload,
} from '../contract/jobs.ts';

export interface StaffQueues {
  submissions: Queue;
  notifications: Queue<JobPayload<typeof sendNotificationJob>>;
  maintenance: Queue;
}

/** Opens the queues over a connection that stays the caller's to close. */
export function openQueues(connection: RedisClient, prefix: string): StaffQueues {
  const open = (name: string): Queue =>
    new Queue(name, { connection, prefix, skipVersionCheck: true }).on('error', () => undefined);
  return {
    submissions: open(storeSubmissionJob.queue),
    notifications: open(sendNotificationJob.queue),
    maintenance: open(sweepNotificationsJob.queue),
  };
}
