import type { Queue } from 'bullmq';

import {
  failedKeptFor,
  notificationJobId,
  retryDelays,
  sendNotificationJob,
  storeSubmissionJob,
} from '../../contract/jobs.ts';
import { findPendingNotifications, type PendingNotification } from '../../storage/notifications.ts';
import type { WorkerContext } from '../context.ts';

const mostAtOnce = 10_000;

/**
 * Queues again every notification that has been pending for too long and has no job that is
 * alive, which happens when Redis has lost jobs or MongoDB could not be told of an outcome. Removes
 * the jobs whose time is over, and wakes those that a wrong clock has put off.
 */
export async function sweepNotifications(context: WorkerContext): Promise<void> {
  const { config, database, logger } = context;
  await tidyQueues(context);
  const olderThan = new Date(Date.now() - config.sweep.after);
  for await (const notification of findPendingNotifications(database, olderThan)) {
    const entry = { submissionId: notification.submissionId, kind: notification.kind };
    try {
      if (await revive(context, notification)) logger.warn(entry, 'notification queued again');
    } catch (error) {
      logger.warn({ ...entry, err: error }, 'notification could not be queued again');
    }
  }
}

async function revive(
  { enqueueNotifications, queues: { notifications } }: WorkerContext,
  { submissionId, kind }: PendingNotification,
): Promise<boolean> {
  const job = await notifications.getJob(notificationJobId(submissionId, kind));
  const state = await job?.getState();
  // Adding an id that Redis still has would do nothing, and say nothing.
  if (job && (state === 'completed' || state === 'failed')) {
    await job.retry(state, { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  }
  if (job && state !== 'unknown') return false;
  await job?.remove();
  await enqueueNotifications(submissionId, [kind]);
  return true;
}

async function tidyQueues(context: WorkerContext): Promise<void> {
  const { clock, queues } = context;
  const { now } = await clock();
  for (const [queue, { policy }] of [
    [queues.submissions, storeSubmissionJob],
    [queues.notifications, sendNotificationJob],
  ] as const) {
    // BullMQ does so by itself only when the next job is done.
    await queue.clean(policy.removeOnComplete.age * 1_000, mostAtOnce, 'completed');
    await forgetFailedJobs(context, queue, now - failedKeptFor * 1_000);
    await wakeJobs(queue, now);
  }
}

/**
 * Removes the jobs that were both added and given up before the given time: two processes have
 * noted these, and the clock of one may have been wrong.
 */
async function forgetFailedJobs(
  { redis }: WorkerContext,
  queue: Queue,
  before: number,
): Promise<void> {
  const failed = queue.toKey('failed');
  for (const id of await redis.zrangebyscore(failed, 0, before, 'LIMIT', 0, mostAtOnce)) {
    const addedAt = Number(await redis.hget(queue.toKey(id), 'timestamp'));
    if (addedAt <= before) await queue.remove(id);
  }
}

/** Has jobs done now that wait for longer than any delay is, as after a clock that was ahead. */
async function wakeJobs(queue: Queue, now: number): Promise<void> {
  const latest = Math.round(now + 2 * retryDelays.longest);
  const [all, inTime] = await Promise.all([queue.getDelayedCount(), queue.getDelayedCount(latest)]);
  if (all > inTime) await queue.promoteJobs();
}
