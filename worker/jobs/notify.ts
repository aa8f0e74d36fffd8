import { DelayedError, type Job } from 'bullmq';
import * as z from 'zod/mini';

import { sendNotificationJob } from '#contract/jobs.ts';
import { failureCode } from '#server/reasons.ts';
import {
  markNotification,
  recordUnconfirmed,
  type PendingNotification,
} from '#storage/notifications.ts';
import { findSubmission } from '#storage/submissions.ts';
import { isLastAttempt, parsePayload } from '../consumer.ts';
import { kinds } from '../kinds.ts';
import { UnconfirmedError } from '../mail/smtp.ts';
import type { WorkerContext } from '../worker.ts';

/** An email whose reply was lost is sent again after this many milliseconds. */
export const copyAfter = 900_000;
export const maxCopies = 3;

const progressSchema = z.object({
  /** When it was sent, even if MongoDB has not recorded it yet. */
  sentAt: z.optional(z.iso.datetime()),
  isCounted: z.optional(z.boolean()),
});

type Progress = z.infer<typeof progressSchema>;

/**
 * Delivers a notification about a stored enquiry:
 *
 * 1. Nothing is done if it is recorded as sent or withheld, in MongoDB or in the job's progress.
 * 2. An email whose reply was lost waits for 15 minutes, and is sent three times at most.
 * 3. Past its limit, it is withheld with the reason.
 * 4. It is delivered, and recorded in both stores: either record prevents a second copy.
 * 5. An error is tried again, unless it is final for its kind.
 *
 * A worker that is killed between 4 and its records sends a copy with the same Message-ID.
 */
export async function notify(context: WorkerContext, job: Job): Promise<void> {
  const { config, database, logger, mailer, metrics } = context;
  const payload = parsePayload(sendNotificationJob.schema, job);
  const { submissionId, kind } = payload;
  const submission = await findSubmission(database, submissionId);
  if (submission?.canary) {
    // A test enquiry of an earlier release.
    await database.enquiries().deleteOne({ _id: submissionId });
    return;
  }
  const state = kind === 'webhook' ? submission?.webhook : submission?.notifications[kind];
  if (!submission || !state || state.status === 'sent' || state.status === 'withheld') return;
  const { replyId, unconfirmed = [] } = state;
  const notification = { submissionId, kind, replyId };
  const progress = await progressOf(job, payload.replyId, replyId);
  const { limit, write, deliver } = kinds[kind];
  let { sentAt } = progress;
  const nextCopy = (unconfirmed.at(-1)?.getTime() ?? -Infinity) + copyAfter;
  if (!sentAt && nextCopy > Date.now()) await delay(job, nextCopy);
  // Retries are not counted again, and neither is what staff have released.
  if (limit && !sentAt && !progress.isCounted && submission.status !== 'released') {
    const reason = await limit(context, submission);
    if (reason !== undefined) {
      await markNotification(database, notification, { status: 'withheld', reason });
      metrics.notifications.inc({ kind, outcome: 'withheld' });
      logger.info({ ...notification, reason }, 'notification withheld');
      return;
    }
    progress.isCounted = true;
    await job.updateProgress(progress);
  }
  try {
    if (!sentAt) {
      if (write) await mailer.send(write(submission, config));
      await deliver?.(submission, config);
      sentAt = new Date().toISOString();
      metrics.notifications.inc({ kind, outcome: 'sent' });
    }
    const recorded = job.updateProgress({ ...progress, sentAt }).catch(() => undefined);
    await markNotification(database, notification, { status: 'sent', sentAt: new Date(sentAt) });
    await recorded;
    logger.info(notification, 'notification sent');
  } catch (error) {
    await settleFailure(context, job, notification, error, unconfirmed.length + 1);
  }
}

/** Replies to an enquiry share a job id, so the progress may be that of an earlier one. */
async function progressOf(
  job: Job,
  queuedReply: string | undefined,
  replyId: string | undefined,
): Promise<Progress> {
  if (queuedReply === replyId) return z.safeParse(progressSchema, job.progress).data ?? {};
  await job.updateProgress({});
  await job.updateData({ ...(job.data as object), replyId });
  return {};
}

async function delay(job: Job, until: number): Promise<never> {
  await job.moveToDelayed(until, job.token);
  throw new DelayedError();
}

/** Records a failure. Throws the error if the notification has to be tried again. */
async function settleFailure(
  context: WorkerContext,
  job: Job,
  notification: PendingNotification,
  error: unknown,
  copies: number,
): Promise<void> {
  const { database, logger, metrics } = context;
  const { kind } = notification;
  const isUnconfirmed = error instanceof UnconfirmedError;
  if (isUnconfirmed && copies < maxCopies) {
    metrics.notifications.inc({ kind, outcome: 'unconfirmed' });
    await recordUnconfirmed(database, notification);
    await delay(job, Date.now() + copyAfter);
  }
  if (!isUnconfirmed && !kinds[kind].isFinal(error, isLastAttempt(job))) {
    metrics.notifications.inc({ kind, outcome: 'retried' });
    throw error;
  }
  const reason = isUnconfirmed ? 'unconfirmed' : failureCode(error);
  await markNotification(database, notification, { status: 'failed', reason });
  metrics.notifications.inc({ kind, outcome: 'failed' });
  logger.warn({ ...notification, reason }, 'notification failed');
}
