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
import { PartlySentError, unsettled, type Settled } from '../mail/partly-sent.ts';
import { isRefusal } from '../mail/refusal.ts';
import { staffNotification } from '../mail/staff-notification.ts';
import { parsePayload } from '../parse-payload.ts';
import type { MailKind } from '../worker-metrics.ts';

const messages: Record<
  NotificationKind,
  (submission: ContactSubmission, config: WorkerContext['config']) => Message
> = { staff: staffNotification, acknowledgement };

/** Progress of a job whose mail has left, whether or not it is marked as sent in MongoDB yet. */
const sentProgress = z.object({ sentAt: z.iso.datetime() });

/** Progress of a job whose mail has left to some of its recipients. */
const partlySentProgress = z.object({ settled: z.array(z.boolean()) });

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
  context: WorkerContext,
  job: Job,
  submission: ContactSubmission,
  kind: NotificationKind,
): Promise<Date> {
  const { config, mailer, metrics } = context;
  const { canary, status, createdAt } = submission;
  const counted = canary ? 'canary' : kind;
  const message = messages[kind](submission, config);
  const settled = settledBefore(job, message);
  try {
    if (canary) await sendCanaryMail(submission, config, mailer);
    else await mailer.send(message, settled);
  } catch (error) {
    await repeatOrEnd(context, job, counted, error, settled);
  }
  // How long staff took to release an enquiry says nothing of how fast mail is.
  if (status === 'released') metrics.mailed(counted);
  else metrics.mailed(counted, createdAt);
  return new Date();
}

/**
 * Has a send that failed repeated for those who have not had the message. Resolves when nobody is
 * left to try, but somebody has it.
 *
 * @throws UnrecoverableError when nobody has it and nobody will; the error itself to repeat it.
 */
async function repeatOrEnd(
  { database, logger, metrics }: WorkerContext,
  job: Job,
  counted: MailKind,
  error: unknown,
  before: Settled,
): Promise<void> {
  const { submissionId, kind } = parsePayload(sendNotificationJob.schema, job);
  const settled = error instanceof PartlySentError ? error.settled : before;
  if (!isRefusal(error) && !isLastAttempt(job)) {
    metrics.mailFailed(counted, 'retried');
    if (error instanceof PartlySentError) await job.updateProgress({ settled: [...settled] });
    throw error;
  }
  if (settled.length > 0) {
    const refused = unsettled(settled);
    logger.error({ submissionId, kind, refused }, 'some recipients were refused');
    return;
  }
  metrics.mailFailed(counted, 'failed');
  const reason = failureCode(error);
  await markNotification(database, { submissionId, kind }, { status: 'failed', reason });
  throw new UnrecoverableError(reason);
}

/** Whom an earlier attempt has settled; nobody, if the message has had other recipients since. */
function settledBefore(job: Job, { to }: Message): Settled {
  const progress = z.safeParse(partlySentProgress, job.progress);
  return progress.success && progress.data.settled.length === to.length
    ? progress.data.settled
    : [];
}
