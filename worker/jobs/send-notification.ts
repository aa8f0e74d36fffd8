import { UnrecoverableError, type Job } from 'bullmq';
import * as z from 'zod/mini';

import { notificationJobId, sendNotificationJob } from '../../contract/jobs.ts';
import { canaryKinds, type NotificationKind } from '../../contract/notifications.ts';
import { markNotification, type PendingNotification } from '../../storage/notifications.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { eraseSubmissions, findSubmission } from '../../storage/submissions.ts';
import {
  PartlySentError,
  recipientKey,
  unsettled,
  type ChannelMessage,
  type Settled,
} from '../channel.ts';
import { acknowledgementsPerDay } from '../acknowledgement-limit.ts';
import type { WorkerContext } from '../context.ts';
import { prepareNotification } from '../notifications.ts';
import { failureCode, giveUpCanary, isLastAttempt, parsePayload } from '../process-job.ts';

/** Progress of a job whose message has left, whether or not it is marked in MongoDB yet. */
const sentProgress = z.object({ sentAt: z.iso.datetime() });

/**
 * Progress of a job whose message has left to some of its recipients: their keys. Earlier versions
 * noted a flag for each recipient, in their order.
 */
const partlySentProgress = z.object({
  settled: z.union([z.array(z.string()), z.array(z.boolean())]),
});

/**
 * What this process is sending, by the id of its job. A job whose lock was lost, because Redis was
 * away for longer than it lasts, is taken again while it still runs.
 */
const underway = new Map<string, Promise<void>>();

/**
 * Sends one notification about a submission and marks it as sent. A repeat sends nothing that is
 * marked, or that this process is sending: it has the same outcome. What a crash between sending
 * and marking repeats has the same id.
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
  entry: PendingNotification,
): Promise<void> {
  const { database, logger } = context;
  const { submissionId, kind } = entry;
  const submission = await findSubmission(database, submissionId);
  if (!submission) {
    logger.info(entry, 'notification dropped: submission erased');
    return;
  }
  const { status = 'withheld' } = submission.notifications[kind] ?? {};
  if (status === 'sent' || status === 'withheld') return;

  const progress = z.safeParse(sentProgress, job.progress);
  if (!progress.success && !(await mayBeSent(context, submission, kind))) {
    await withhold(context, entry);
    return;
  }
  const sentAt = progress.success
    ? new Date(progress.data.sentAt)
    : await send(context, job, submission, kind);
  if (!sentAt) return;
  // Noted in both stores at once: the quicker note keeps a repeat from sending it again.
  const noted = job.updateProgress({ sentAt: sentAt.toISOString() }).catch(() => undefined);
  await markNotification(database, entry, { status: 'sent', sentAt }).finally(() => noted);
  logger.info(entry, 'notification sent');
  if (submission.canary) await finishCanary(context, submission, kind);
}

/** Notes that a canary has come through, and removes it: it has proved what it can. */
async function finishCanary(
  { canaries, config, database }: WorkerContext,
  { _id, notifications }: ContactSubmission,
  kind: NotificationKind,
): Promise<void> {
  const left = canaryKinds.filter(
    (each) => each !== kind && notifications[each]?.status !== 'sent',
  );
  if (left.length > 0) return;
  // Without a mailbox it has seen no mail server.
  if (config.canary.mailbox) await canaries.reach(_id, 'mail');
  await canaries.prove(_id);
  await eraseSubmissions(database, [_id]);
}

/** Only the address of an acknowledgement is one that anybody may have typed. */
async function mayBeSent(
  { countAcknowledgement }: WorkerContext,
  submission: ContactSubmission,
  kind: NotificationKind,
): Promise<boolean> {
  if (kind !== 'acknowledgement' || submission.canary) return true;
  return countAcknowledgement(submission);
}

async function withhold(
  { database, logger, metrics }: WorkerContext,
  entry: PendingNotification,
): Promise<void> {
  const reason = `the mailbox had ${acknowledgementsPerDay} in a day`;
  await markNotification(database, entry, { status: 'withheld', reason });
  metrics.mailWithheld(entry.kind);
  logger.info(entry, 'notification withheld: mailbox limit reached');
}

/** Resolves to when it was sent, or to undefined once it is noted that its recipient takes none. */
async function send(
  context: WorkerContext,
  job: Job,
  submission: ContactSubmission,
  kind: NotificationKind,
): Promise<Date | undefined> {
  const { database, logger, metrics } = context;
  const { _id: submissionId, canary, status, createdAt } = submission;
  const counted = canary ? 'canary' : kind;
  const { message, channel } = prepareNotification(kind, submission, context);
  let settled = settledBefore(job, message);
  try {
    if (unsettled(message.to, settled).length > 0) await channel.send(message, settled);
  } catch (error) {
    if (error instanceof PartlySentError) settled = error.settled;
    const verdict = channel.verdictOf(error);
    if (verdict !== 'refused' && !isLastAttempt(job)) {
      metrics.mailFailed(counted, verdict === 'outage' ? 'outage' : 'retried');
      if (error instanceof PartlySentError) await job.updateProgress({ settled: [...settled] });
      throw error;
    }
    if (settled.size === 0) {
      const reason = failureCode(error);
      // A visitor may have mistyped an address; that of staff or of the canary is ours to correct.
      const isTheirs = counted === 'acknowledgement' && verdict !== 'outage';
      metrics.mailFailed(counted, isTheirs ? 'refused' : 'failed');
      await markNotification(database, { submissionId, kind }, { status: 'failed', reason });
      if (canary) {
        await eraseSubmissions(database, [submissionId]);
        await giveUpCanary(context, submissionId, `Its mail was not taken (${reason}).`);
        return undefined;
      }
      if (!isTheirs) throw new UnrecoverableError(reason);
      logger.info({ submissionId, kind, reason }, 'notification refused by its recipient');
      return undefined;
    }
    // Nobody is left to try, but somebody has it.
    const refused = unsettled(message.to, settled).length;
    logger.error({ submissionId, kind, refused }, 'some recipients were refused');
  }
  // How long staff took to release an enquiry says nothing of how fast mail is.
  if (status === 'released') metrics.mailed(counted);
  else metrics.mailed(counted, createdAt);
  return new Date();
}

/** Whom an earlier attempt has settled. */
function settledBefore(job: Job, { to }: ChannelMessage): Settled {
  const progress = z.safeParse(partlySentProgress, job.progress);
  if (!progress.success) return new Set();
  const { settled } = progress.data;
  if (settled.every((entry) => typeof entry === 'string')) return new Set(settled);
  // Whose flags they are is known only while there are as many recipients as there were.
  const flagged = settled.length === to.length ? to.filter((_, position) => settled[position]) : [];
  return new Set(flagged.map(recipientKey));
}
