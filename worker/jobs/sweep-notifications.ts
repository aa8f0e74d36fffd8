import { notificationJobId, sendNotificationJob, storeSubmissionJob } from '../../contract/jobs.ts';
import { findPendingNotifications, type PendingNotification } from '../../storage/notifications.ts';
import type { WorkerContext } from '../context.ts';

const mostAtOnce = 10_000;

/**
 * Queues again every notification that has been pending for too long and has no job that is
 * alive, which happens when Redis has lost jobs or MongoDB could not be told of an outcome. Removes
 * the jobs whose time is over, which needs no MongoDB.
 */
export async function sweepNotifications(context: WorkerContext): Promise<void> {
  const { config, database, logger } = context;
  await forgetOldJobs(context);
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

/**
 * Removes the jobs that have been done or given up for longer than their policy keeps them. BullMQ
 * does so by itself only when the next job of the same queue ends in the same way, which for the
 * ones that are given up may be never.
 */
async function forgetOldJobs({ queues }: Pick<WorkerContext, 'queues'>): Promise<void> {
  for (const [queue, { policy }] of [
    [queues.submissions, storeSubmissionJob],
    [queues.notifications, sendNotificationJob],
  ] as const) {
    await queue.clean(policy.removeOnFail.age * 1_000, mostAtOnce, 'failed');
    await queue.clean(policy.removeOnComplete.age * 1_000, mostAtOnce, 'completed');
  }
}
