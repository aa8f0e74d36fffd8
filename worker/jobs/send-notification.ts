import { UnrecoverableError, type Job } from 'bullmq';
import * as z from 'zod/mini';

import { sendNotificationJob, type NotificationKind } from '../../contract/jobs.ts';
import { markNotification } from '../../storage/notifications.ts';
import { findSubmission } from '../../storage/read-submissions.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { WorkerContext } from '../context.ts';
import { failureCode, isLastAttempt } from '../job-attempts.ts';
import { acknowledgement } from '../mail/acknowledgement.ts';
import { sendCanaryMail } from '../mail/canary.ts';
import type { Message } from '../mail/message.ts';
import { isRefusal } from '../mail/refusal.ts';
import { staffNotification } from '../mail/staff-notification.ts';
import { parsePayload } from '../parse-payload.ts';

const messages: Record<
  NotificationKind,
  (submission: ContactSubmission, config: WorkerContext['config']) => Message
> = { staff: staffNotification, acknowledgement };

/** Progress of a job whose mail has left, whether or not it is marked as sent in MongoDB yet. */
const sentProgress = z.object({ sentAt: z.iso.datetime() });

/**
 * Sends one e-mail about a submission and marks it as sent. A repeat sends nothing that is
 * marked; what a crash between sending and marking repeats has the same Message-ID.
 */
export async function sendNotification(context: WorkerContext, job: Job): Promise<void> {
  const { database, logger } = context;
  const { submissionId, kind } = parsePayload(sendNotificationJob.schema, job);
  const entry = { submissionId, kind };
  const submission = await findSubmission(database, submissionId);
  if (!submission) {
    logger.info(entry, 'notification dropped: submission erased');
    return;
  }
  const { status } = submission.notifications[kind];
  if (status === 'sent' || status === 'withheld') return;

  const progress = z.safeParse(sentProgress, job.progress);
  const sentAt = progress.success
    ? new Date(progress.data.sentAt)
    : await send(context, job, submission, kind);
  // Noted in both stores at once: the quicker note keeps a repeat from sending the mail again.
  const noted = job.updateProgress({ sentAt: sentAt.toISOString() }).catch(() => undefined);
  await markNotification(database, { submissionId, kind }, { status: 'sent', sentAt }).finally(
    () => noted,
  );
  logger.info(entry, 'notification sent');
}

async function send(
  { config, database, mailer, metrics }: WorkerContext,
  job: Job,
  submission: ContactSubmission,
  kind: NotificationKind,
): Promise<Date> {
  const { _id: submissionId, canary, status, createdAt } = submission;
  const counted = canary ? 'canary' : kind;
  try {
    if (canary) await sendCanaryMail(submission, config, mailer);
    else await mailer.send(messages[kind](submission, config));
  } catch (error) {
    const isFinal = isRefusal(error) || isLastAttempt(job);
    metrics.mailFailed(counted, isFinal ? 'failed' : 'retried');
    if (!isFinal) throw error;
    const reason = failureCode(error);
    await markNotification(database, { submissionId, kind }, { status: 'failed', reason });
    throw new UnrecoverableError(reason);
  }
  // How long staff took to release an enquiry says nothing of how fast mail is.
  if (status === 'released') metrics.mailed(counted);
  else metrics.mailed(counted, createdAt);
  return new Date();
}
