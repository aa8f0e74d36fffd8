import { Queue } from 'bullmq';

import { sendNotificationJob, storeSubmissionJob, sweepNotificationsJob } from '#contract/jobs.ts';
import type { JobDefinition, JobPayload } from '#contract/submission-job.ts';
import { withTimeout } from './process.ts';
import type { Redis } from './redis.ts';

export type Queues = ReturnType<typeof openQueues>;

/** The caller has to close the connection. */
export function openQueue<Definition extends JobDefinition>(
  { queue: name, policy }: Definition,
  connection: Redis,
  prefix: string,
): Queue<JobPayload<Definition>> {
  const queue = new Queue<JobPayload<Definition>>(name, {
    connection,
    prefix,
    defaultJobOptions: policy,
    // Otherwise BullMQ waits for Redis instead of failing, and never recovers if the connection is
    // lost during the version check.
    skipWaitingForReady: true,
    skipVersionCheck: true,
  });
  // The connection's owner logs outages.
  return queue.on('error', () => undefined);
}

/** The caller has to close the connection. */
export function openQueues(connection: Redis, prefix: string) {
  return {
    submissions: openQueue(storeSubmissionJob, connection, prefix),
    notifications: openQueue(sendNotificationJob, connection, prefix),
    maintenance: openQueue(sweepNotificationsJob, connection, prefix),
  };
}

/** Closes the queues and their connection: gracefully if Redis answers, otherwise by force. */
export async function closeQueues(queues: Queues, redis: Redis): Promise<void> {
  const closing = [...Object.values(queues).map((queue) => queue.close()), redis.quit()];
  await withTimeout(1_000, Promise.all(closing)).catch(() => undefined);
  redis.disconnect();
}
