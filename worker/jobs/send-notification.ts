import { UnrecoverableError, type Job } from 'bullmq';
import * as z from 'zod/mini';

import { notificationJobId, sendNotificationJob } from '../../contract/jobs.ts';
import type { NotificationKind } from '../../contract/notifications.ts';
import { failureCode } from '../../platform/reason.ts';
import { isLastCopy } from '../../platform/unconfirmed-mail.ts';
import {
  markNotification,
  recordPartlySent,
  recordUnconfirmed,
  type PendingNotification,
} from '../../storage/notifications.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { PartlySentError, unsettled, type ChannelMessage, type Settled } from '../channel.ts';
import type { WorkerContext } from '../context.ts';
import { countNotified } from '../late-notifications.ts';
import { prepareNotification } from '../notifications.ts';
import { isLastAttempt, parsePayload } from '../process-job.ts';
import { awaitNextCopy, sendCopyLater, unconfirmedCopies } from '../unconfirmed-copies.ts';

/** The progress of a job whose message was sent, even if MongoDB has not recorded it yet. */
const sentProgress = z.object({ sentAt: z.iso.datetime() });

/** The progress of a job that has settled only some recipients: their keys. */
const partlySentProgress = z.object({ settled: z.array(z.string()) });

/**
 * The sends in progress, by job id. If Redis is down for longer than a job's lock lasts, the job is
 * picked up again while it is still running.
 */
const underway = new Map<string, Promise<void>>();

/**
 * Sends a notification about a submission and marks it as sent. A retry does not send a marked
 * notification again, nor one that this process is still sending. If the process crashes after
 * sending, but before either store has recorded that, the notification is sent again with the same
 * Message-ID.
 */
export async function sendNotification(context: WorkerContext, job: Job): Promise<void> {
  const { submissionId, kind } = parsePayload(sendNotificationJob.schema, job);
  const id = notificationJobId(submissionId, kind);
  const sending =
    underway.get(id) ??
    sendAndMark(context, job, { submissionId, kind }).finally(() => underway.delete(id));
  underway.set(id, sending);
  await sending;
}

async function sendAndMark(
  context: WorkerContext,
  job: Job,
  { submissionId, kind }: PendingNotification,
): Promise<void> {
  const { database, logger } = context;
  const submission = await findSubmission(database, submissionId);
  if (!submission || submission.canary) {
    logger.info({ submissionId, kind }, 'notification dropped: enquiry erased');
    return;
  }
  const { status = 'withheld', replyId } = submission.notifications[kind] ?? {};
  if (status === 'sent' || status === 'withheld') return;
  const entry = { submissionId, kind, replyId };
  await restartForReply(job, replyId);

  const progress = z.safeParse(sentProgress, job.progress);
  const unconfirmed = unconfirmedBefore(job, submission, kind);
  if (!progress.success) await awaitNextCopy(context, job, unconfirmed);
  const prepared = prepareNotification(kind, submission, context);
  if (!progress.success) {
    const reason = await reasonAgainst(context, submission, kind, prepared.message);
    if (reason !== undefined) {
      await withhold(context, entry, reason);
      return;
    }
  }
  const sentAt = progress.success
    ? new Date(progress.data.sentAt)
    : await send(context, job, submission, { kind, unconfirmed, ...prepared });
  if (!sentAt) return;
  // Recorded in both stores in parallel: either record prevents a second send.
  const recorded = job.updateProgress({ sentAt: sentAt.toISOString() }).catch(() => undefined);
  try {
    await markNotification(database, entry, { status: 'sent', sentAt });
  } finally {
    await recorded;
  }
  logger.info(entry, 'notification sent');
}

/** Resets the job if it was for an earlier reply, because replies to an enquiry share a job id. */
async function restartForReply(job: Job, replyId: string | undefined): Promise<void> {
  const payload = parsePayload(sendNotificationJob.schema, job);
  if (payload.replyId === replyId) return;
  await job.updateProgress({});
  await job.updateData({ ...payload, replyId });
}

/**
 * Why a notification has to be withheld: it has no recipients, or too many acknowledgements were
 * sent. Undefined if it may be sent.
 */
async function reasonAgainst(
  { countAcknowledgement }: WorkerContext,
  submission: ContactSubmission,
  kind: NotificationKind,
  { to }: ChannelMessage,
): Promise<string | undefined> {
  if (to.length === 0) return 'it is switched off';
  // Only acknowledgements are limited, because anyone may have typed the address.
  return kind === 'acknowledgement' ? countAcknowledgement(submission) : undefined;
}

async function withhold(
  { database, logger, metrics }: WorkerContext,
  entry: PendingNotification,
  reason: string,
): Promise<void> {
  await markNotification(database, entry, { status: 'withheld', reason });
  metrics.mailWithheld(entry.kind);
  logger.info({ ...entry, reason }, 'notification withheld');
}

/**
 * Sends a message. Resolves to the time at which it was sent. Resolves to undefined if it failed
 * for good and is to a visitor whose address was refused: then its job must not fail.
 *
 * @throws if it has to be retried, or if it failed for good in any other case.
 */
async function send(
  context: WorkerContext,
  job: Job,
  submission: ContactSubmission,
  {
    kind,
    unconfirmed,
    message,
    channel,
  }: { kind: NotificationKind; unconfirmed: Date[] } & ReturnType<typeof prepareNotification>,
): Promise<Date | undefined> {
  const { database, logger, mail, metrics } = context;
  const { _id: submissionId, status, createdAt } = submission;
  const isStaff = kind === 'staff';
  let settled = settledBefore(job);
  const isFirst = settled.size === 0;
  const countStaff = () => {
    if (isStaff && isFirst && status !== 'released')
      countNotified(context, submissionId, createdAt);
  };
  try {
    if (unsettled(message.to, settled).length > 0) {
      const mailboxes = await channel.send(message, settled);
      // Only the first attempt is sent to all mailboxes.
      if (isStaff && isFirst) mail.refusedStaff({ mailboxes, all: false });
    }
    if (unconfirmed.length > 0) metrics.mailDuplicated(kind);
  } catch (error) {
    if (error instanceof PartlySentError) {
      settled = error.settled;
      countStaff();
      if (isStaff && isFirst) mail.refusedStaff({ mailboxes: error.refused, all: false });
    }
    const verdict = channel.verdictOf(error);
    const isUnconfirmed = verdict === 'unconfirmed';
    if (isUnconfirmed && unconfirmed.length > 0) metrics.mailDuplicated(kind);
    if (isUnconfirmed && !isLastCopy(unconfirmed.length + 1)) {
      metrics.mailFailed(kind, 'unconfirmed');
      const progress = { settled: [...settled] };
      // Recorded in both stores: either record prevents the next copy from being sent too early.
      await sendCopyLater(context, job, { unconfirmed, progress }, (at) =>
        recordUnconfirmed(database, { submissionId, kind }, at),
      );
    }
    if (verdict !== 'refused' && !isUnconfirmed && !isLastAttempt(job)) {
      metrics.mailFailed(kind, verdict === 'outage' ? 'outage' : 'retried');
      if (error instanceof PartlySentError) await job.updateProgress({ settled: [...settled] });
      // After the progress: without it, these recipients would get the email again.
      if (settled.size > 0) {
        await recordPartlySent(database, { submissionId, kind }, new Date()).catch(() => undefined);
      }
      throw error;
    }
    if (settled.size === 0) {
      const reason = isUnconfirmed ? 'unconfirmed' : failureCode(error);
      const mailboxes = channel.refusedBy(error);
      if (isStaff) mail.refusedStaff({ mailboxes, all: true });
      // A visitor may have mistyped the address; other addresses are for ops to correct.
      const isVisitors = !isStaff && verdict !== 'outage' && !isUnconfirmed;
      metrics.mailFailed(kind, isVisitors ? 'refused' : 'failed');
      const { replyId } = message;
      await markNotification(
        database,
        { submissionId, kind, replyId },
        { status: 'failed', reason },
      );
      if (!isVisitors) throw new UnrecoverableError(reason);
      logger.info({ submissionId, kind, reason }, 'notification refused by its recipient');
      return undefined;
    }
    // At least one recipient has the email; the others are not tried again.
    const refused = unsettled(message.to, settled).length;
    logger.error({ submissionId, kind, refused }, 'some recipients were refused');
  }
  // The time in quarantine, or until staff replied, must not count as delivery time.
  if (status === 'released' || kind === 'reply') metrics.mailed(kind);
  else metrics.mailed(kind, createdAt);
  countStaff();
  return new Date();
}

function settledBefore(job: Job): Settled {
  return new Set(z.safeParse(partlySentProgress, job.progress).data?.settled);
}

/** The times at which earlier attempts sent unconfirmed copies. One store may lack the latest. */
function unconfirmedBefore(
  job: Job,
  { notifications }: ContactSubmission,
  kind: NotificationKind,
): Date[] {
  const inMongodb = notifications[kind]?.unconfirmed ?? [];
  const inRedis = unconfirmedCopies(job);
  return inRedis.length > inMongodb.length ? inRedis : inMongodb;
}
