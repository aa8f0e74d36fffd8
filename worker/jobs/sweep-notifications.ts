import type { Queue } from 'bullmq';
import * as z from 'zod/mini';

import {
  failedKeptFor,
  notificationJobId,
  retryDelays,
  sendNotificationJob,
  storeSubmissionJob,
} from '../../contract/jobs.ts';
import {
  findPendingNotifications,
  findHandledEnquiries,
  type PendingNotification,
} from '../../storage/notifications.ts';
import type { WorkerContext } from '../context.ts';
import { countOverdue } from '../late-notifications.ts';
import { isUnreadable } from '../repair-job.ts';

const batchSize = 10_000;

/**
 * Requeues notifications that have been pending for too long without an unfinished job. That
 * happens if Redis loses a job or MongoDB did not record its outcome. Also removes expired and
 * needless jobs, promotes jobs that a wrong clock delayed, and counts enquiries of which staff were
 * not notified in time.
 */
export async function sweepNotifications(context: WorkerContext): Promise<void> {
  // In parallel, so that a failure of either while MongoDB is down does not prevent the other.
  await Promise.all([countOverdue(context), sweep(context)]);
}

async function sweep(context: WorkerContext): Promise<void> {
  const { config, database, logger } = context;
  await tidyQueues(context);
  const olderThan = new Date(Date.now() - config.sweep.after);
  for await (const notification of findPendingNotifications(database, olderThan)) {
    const entry = { submissionId: notification.submissionId, kind: notification.kind };
    try {
      if (await requeue(context, notification)) logger.warn(entry, 'notification queued again');
    } catch (error) {
      logger.warn({ ...entry, err: error }, 'notification could not be queued again');
    }
  }
  await removeNeedlessJobs(context);
}

async function requeue(
  { enqueueNotifications, queues: { notifications } }: WorkerContext,
  { submissionId, kind }: PendingNotification,
): Promise<boolean> {
  const job = await notifications.getJob(notificationJobId(submissionId, kind));
  const state = await job?.getState();
  const isFinished = state === 'completed' || state === 'failed';
  // A retry keeps the job's progress, such as which recipients have the email.
  if (job && isFinished && !isUnreadable(job.data)) {
    await job.retry(state, { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  }
  if (job && !isFinished && state !== 'unknown') return false;
  await job?.remove();
  await enqueueNotifications(submissionId, { kinds: [kind] });
  return true;
}

async function tidyQueues(context: WorkerContext): Promise<void> {
  const { clock, queues } = context;
  const { now } = await clock();
  for (const [queue, { policy }] of [
    [queues.submissions, storeSubmissionJob],
    [queues.notifications, sendNotificationJob],
  ] as const) {
    // BullMQ itself removes old jobs only when the next job completes.
    await queue.clean(policy.removeOnComplete.age * 1_000, batchSize, 'completed');
    await removeFailedJobs(context, queue, now - failedKeptFor * 1_000);
    await promoteLateJobs(queue, now);
  }
}

/**
 * Removes jobs that were both added and failed before the given time. Different processes record
 * the two times, so one wrong clock cannot remove a job too early.
 */
async function removeFailedJobs(
  { redis }: WorkerContext,
  queue: Queue,
  before: number,
): Promise<void> {
  const failed = queue.toKey('failed');
  for (const id of await redis.zrangebyscore(failed, 0, before, 'LIMIT', 0, batchSize)) {
    const addedAt = Number(await redis.hget(queue.toKey(id), 'timestamp'));
    if (addedAt <= before) await queue.remove(id);
  }
}

/**
 * Removes failed jobs of emails about enquiries that are in progress, waiting or closed: nobody
 * needs to retry them. The emails stay marked as failed, and can be resent.
 */
async function removeNeedlessJobs({ database, queues }: WorkerContext): Promise<void> {
  const failed = await queues.notifications.getFailed(0, batchSize);
  // An invalid job can have any data.
  const valid = failed.filter(({ data }) => z.safeParse(sendNotificationJob.schema, data).success);
  if (valid.length === 0) return;
  const handled = await findHandledEnquiries(
    database,
    valid.map(({ data }) => data.submissionId),
  );
  for (const job of valid) if (handled.has(job.data.submissionId)) await job.remove();
}

/** Promotes all delayed jobs if one is delayed for too long, which happens if a clock was ahead. */
async function promoteLateJobs(queue: Queue, now: number): Promise<void> {
  const latest = Math.round(now + 2 * retryDelays.longest);
  const [all, inTime] = await Promise.all([queue.getDelayedCount(), queue.getDelayedCount(latest)]);
  if (all > inTime) await queue.promoteJobs();
}
