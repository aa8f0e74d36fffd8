import type { Job } from 'bullmq';

import { failedKeptFor, notificationJob, sweepNotificationsJob } from '#contract/jobs.ts';
import { reasonOf } from '#server/reasons.ts';
import { findPendingNotifications } from '#storage/notifications.ts';
import { applyRetention } from '#storage/retention.ts';
import { sendAccountNotices } from './jobs/account-notices.ts';
import { sendAssignments } from './jobs/assignments.ts';
import { sendDigest } from './jobs/digest.ts';
import { sendSummaries } from './jobs/summary.ts';
import type { WorkerContext } from './worker.ts';

const batchSize = 10_000;
const dayInMilliseconds = 86_400_000;

/** What one worker does every minute. One step's failure does not hold up the others. */
const steps: Record<string, (context: WorkerContext) => Promise<void>> = {
  sweep,
  summary: sendSummaries,
  assignments: sendAssignments,
  'account notices': sendAccountNotices,
  digest: sendDigest,
  retention: keepRetention,
  'old jobs': removeOldJobs,
};

/** Runs every step, and after an outage again at the next run. Old jobs of other names do nothing. */
export async function runMaintenance(context: WorkerContext, job: Job): Promise<void> {
  if (job.name !== sweepNotificationsJob.name) return;
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run(context);
    } catch (error) {
      const level = reasonOf(error) === undefined ? 'warn' : 'info';
      context.logger[level]({ step, err: error }, 'maintenance will be repeated');
    }
  }
}

/** Keeps one schedule in Redis for all workers, and removes those of earlier releases. */
export async function scheduleMaintenance({ config, queues }: WorkerContext): Promise<void> {
  const { maintenance } = queues;
  const { name, policy } = sweepNotificationsJob;
  const every = config.sweep.every;
  let isScheduled = false;
  for (const { key, every: interval, next = 0 } of await maintenance.getJobSchedulers()) {
    if (key === name && interval === every && next < Date.now() + 2 * every) isScheduled = true;
    else await maintenance.removeJobScheduler(key);
  }
  if (isScheduled) return;
  await maintenance.upsertJobScheduler(name, { every }, { name, data: {}, opts: policy });
}

/** Queues notifications again that have been pending for too long without an unfinished job. */
async function sweep({ config, database, logger, queues }: WorkerContext): Promise<void> {
  const { notifications } = queues;
  const olderThan = new Date(Date.now() - config.sweep.after);
  for await (const { submissionId, kind } of findPendingNotifications(database, olderThan)) {
    const { name, data, opts } = notificationJob(submissionId, kind);
    const job = await notifications.getJob(opts.jobId);
    const state = await job?.getState();
    if (job && (state === 'completed' || state === 'failed')) {
      // Such an id cannot be added. A retry keeps the progress.
      await job.retry(state, { resetAttemptsMade: true, resetAttemptsStarted: true });
    } else if (!job || state === 'unknown') {
      await job?.remove();
      await notifications.add(name, data, opts);
    } else continue;
    logger.warn({ submissionId, kind }, 'notification queued again');
  }
}

/** Lets MongoDB delete what has expired, and applies a shorter RETENTION_MONTHS after seven days. */
async function keepRetention({ config, database, logger }: WorkerContext): Promise<void> {
  // Also where no desk is run.
  await database.enquiries().createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 }, {});
  const months = config.company.retentionMonths;
  const count = await applyRetention(database, months);
  if (count > 0) logger.warn({ count, months }, 'retention was shortened');
}

/** BullMQ itself removes old jobs only when the next job completes. */
async function removeOldJobs({ queues: { notifications, submissions } }: WorkerContext) {
  for (const queue of [submissions, notifications]) {
    await queue.clean(dayInMilliseconds, batchSize, 'completed');
    await queue.clean(failedKeptFor * 1_000, batchSize, 'failed');
  }
}
