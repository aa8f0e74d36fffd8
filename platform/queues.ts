import { Queue } from 'bullmq';

import {
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
  type JobDefinition,
  type JobPayload,
} from '../contract/jobs.ts';
import type { RedisClient } from './redis.ts';
import { withTimeout } from './timeout.ts';

export interface Queues {
  submissions: Queue<JobPayload<typeof storeSubmissionJob>>;
  notifications: Queue<JobPayload<typeof sendNotificationJob>>;
  maintenance: Queue<JobPayload<typeof sweepNotificationsJob>>;
}

interface QueuesOptions {
  /** Called with each queue error. Optional, because the connection reports outages. */
  onError?: (error: Error, queue: string) => void;
}

const quitTimeout = 1_000;

/**
 * Opens all queues on a connection that the caller has to close. By default, jobs have the policy
 * of their definition in `contract/jobs.ts`. In the maintenance queue, the default is the policy of
 * recurring jobs.
 */
export function openQueues(
  connection: RedisClient,
  prefix: string,
  { onError }: QueuesOptions = {},
): Queues {
  function open<Definition extends JobDefinition>({ queue: name, policy }: Definition) {
    const queue = new Queue<JobPayload<Definition>>(name, {
      connection,
      prefix,
      defaultJobOptions: policy,
      // Otherwise BullMQ waits for Redis instead of failing, and never recovers if the connection
      // is lost during the version check.
      skipWaitingForReady: true,
      skipVersionCheck: true,
    });
    return queue.on('error', (error) => onError?.(error, name));
  }
  return {
    submissions: open(storeSubmissionJob),
    notifications: open(sendNotificationJob),
    maintenance: open(sweepNotificationsJob),
  };
}

/** Closes the queues and their connection: gracefully if Redis answers, otherwise by force. */
export async function closeQueues(queues: Queues, redis: RedisClient): Promise<void> {
  const { submissions, notifications, maintenance } = queues;
  try {
    const closing = [submissions, notifications, maintenance].map((queue) => queue.close());
    await withTimeout(quitTimeout, Promise.all(closing));
    await withTimeout(quitTimeout, redis.quit());
  } catch {
    redis.disconnect();
  }
}
