import { Queue } from 'bullmq';

import {
  type sendDigestJob,
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
  type JobDefinition,
  type JobPayload,
} from '../contract/jobs.ts';
import type { RedisClient } from './redis.ts';
import { withTimeout } from './timeout.ts';

/** The queues of the product, each with the type of what its jobs carry. */
export interface Queues {
  submissions: Queue<JobPayload<typeof storeSubmissionJob>>;
  notifications: Queue<JobPayload<typeof sendNotificationJob>>;
  maintenance: Queue<JobPayload<typeof sweepNotificationsJob> | JobPayload<typeof sendDigestJob>>;
}

interface QueuesOptions {
  /** Told of each error of a queue. Without it they are ignored: the connection reports a loss. */
  onError?: (error: Error, queue: string) => void;
}

const quitWithin = 1_000;

/**
 * Opens every queue over a connection that stays the caller's to close. A job that is added has the
 * policy of its definition in `contract/jobs.ts`, unless it brings its own.
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
      // Without these two it waits for Redis instead of failing, and a connection that is lost
      // while its version is asked for would never be used again.
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

/** Closes the queues and their connection, politely if Redis is there, without it otherwise. */
export async function closeQueues(queues: Queues, redis: RedisClient): Promise<void> {
  const { submissions, notifications, maintenance } = queues;
  try {
    const closing = [submissions, notifications, maintenance].map((queue) => queue.close());
    await withTimeout(quitWithin, Promise.all(closing));
    await withTimeout(quitWithin, redis.quit());
  } catch {
    redis.disconnect();
  }
}
