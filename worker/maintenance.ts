import type { Job, Queue } from 'bullmq';

import { failedKeptFor, notificationJob, sweepNotificationsJob } from '../contract/jobs.ts';
import { reasonOf } from '../packages/server/logger.ts';
import { copyBlockList } from '../storage/block-list.ts';
import { markStores } from '../storage/installation.ts';
import { findPendingNotifications } from '../storage/notifications.ts';
import { applyRetention } from '../storage/retention.ts';
import type { WorkerContext } from './context.ts';
import { sendAssignments } from './jobs/assignments.ts';
import { sendDigest } from './jobs/digest.ts';
import { rescueHidden, sendSummary } from './jobs/summary.ts';

const batchSize = 10_000;
const dayInMilliseconds = 86_400_000;

/** What one worker does every minute. One step's failure does not hold up the others. */
const steps: Record<string, (context: WorkerContext) => Promise<void>> = {
  stores: checkStores,
  sweep,
  summary: sendSummary,
  assignments: sendAssignments,
  digest: sendDigest,
  rescue: rescueHidden,
  retention: shortenRetention,
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
  for (const { key } of await maintenance.getJobSchedulers()) {
    if (key !== name) await maintenance.removeJobScheduler(key);
  }
  const every = config.sweep.every;
  const known = await maintenance.getJobScheduler(name);
  if (known?.every === every && (known.next ?? 0) < Date.now() + 2 * every) return;
  if (known) await maintenance.removeJobScheduler(name);
  await maintenance.upsertJobScheduler(name, { every }, { name, data: {}, opts: policy });
}

/** Logs if Redis has lost data, and copies the block list to Redis. */
async function checkStores({ config, database, logger, redis }: WorkerContext): Promise<void> {
  const isLost = await markStores(database, redis, config.QUEUE_PREFIX);
  if (isLost) logger.error('redis has lost data');
  await copyBlockList(database, redis, config.QUEUE_PREFIX);
}

/** Queues notifications again that have been pending for too long without an unfinished job. */
async function sweep({ config, database, logger, queues }: WorkerContext): Promise<void> {
  const { notifications } = queues;
  const olderThan = new Date(Date.now() - config.sweep.after);
  for await (const { submissionId, kind } of findPendingNotifications(database, olderThan)) {
    const { name, data, opts } = notificationJob(submissionId, kind);
    const job = await notifications.getJob(opts.jobId);
    const state = await job?.getState();
    if (job && state !== 'completed' && state !== 'failed' && state !== 'unknown') continue;
    // An id that is among completed or failed jobs cannot be added. A retry keeps the progress.
    if (job && (state === 'completed' || state === 'failed')) {
      await job.retry(state, { resetAttemptsMade: true, resetAttemptsStarted: true });
    } else {
      await job?.remove();
      await notifications.add(name, data, opts);
    }
    logger.warn({ submissionId, kind }, 'notification queued again');
  }
}

/** Applies a shorter RETENTION_MONTHS to stored enquiries, seven days after it was first seen. */
async function shortenRetention({ config, database, logger }: WorkerContext): Promise<void> {
  const months = config.company.retentionMonths;
  const count = await applyRetention(database, months);
  if (count > 0) logger.warn({ count, months }, 'retention was shortened');
}

async function removeOldJobs({ queues }: WorkerContext): Promise<void> {
  const clean = async (queue: Queue) => {
    // BullMQ itself removes old jobs only when the next job completes.
    await queue.clean(dayInMilliseconds, batchSize, 'completed');
    await queue.clean(failedKeptFor * 1_000, batchSize, 'failed');
  };
  await clean(queues.submissions);
  await clean(queues.notifications);
}
