import { trackChannel } from '../../platform/channel-state.ts';
import { failureCode } from '../../platform/reason.ts';
import {
  findSummarised,
  markSummarised,
  rescuedReason,
  summaryReason,
  type SummaryReason,
} from '../../storage/deliveries.ts';
import type { MailMessage } from '../mail/mailer.ts';
import { UnconfirmedError } from '../mail/smtp.ts';
import { summaryMail } from '../mail/summary.ts';
import type { WorkerContext } from '../worker.ts';
import { copyAfter, maxCopies } from './notify.ts';

/** Milliseconds that an enquiry waits for the summary; with a minute's sweep, within an hour. */
const summaryAfter = 3_000_000;

/**
 * Emails staff one summary of the enquiries past the hourly budget of emails, once one of them has
 * waited for 50 minutes, and a list of those that an upgrade has brought back. They are found in
 * MongoDB, so that losing Redis loses nothing.
 */
export async function sendSummaries(context: WorkerContext): Promise<void> {
  await sendSummary(context, summaryReason, new Date(Date.now() - summaryAfter));
  await sendSummary(context, rescuedReason, new Date());
}

async function sendSummary(context: WorkerContext, reason: SummaryReason, dueBefore: Date) {
  const lines = await findSummarised(context.database, reason, dueBefore);
  if (lines.length === 0) return;
  if (!(await sendOnce(context, summaryMail(lines, reason, context.config)))) return;
  const ids = lines.map(({ _id }) => _id);
  await markSummarised(context.database, ids);
  context.logger.info({ reason, enquiries: lines.length }, 'summary sent');
}

/**
 * Sends an email of the maintenance job, which is run again every minute. Resolves to false while
 * an email whose reply was lost has to wait; it is sent three times at most.
 *
 * @throws the mail server's refusal, after which the next run tries again.
 */
export async function sendOnce(
  { config, logger, mailer, redis }: WorkerContext,
  message: MailMessage,
): Promise<boolean> {
  const wait = `${config.QUEUE_PREFIX}:unconfirmed:${message.submissionId}`;
  const mail = trackChannel(redis, config.QUEUE_PREFIX, 'mail');
  if ((await redis.get(wait)) !== null) return false;
  try {
    await mailer.send(message);
    mail.accepted();
    return true;
  } catch (error) {
    const isUnconfirmed = error instanceof UnconfirmedError;
    mail.failed({ reason: failureCode(error), isUnconfirmed });
    if (!isUnconfirmed) throw error;
    const copies = await redis.incr(`${wait}:copies`);
    await redis.pexpire(`${wait}:copies`, maxCopies * 4 * copyAfter);
    await redis.set(wait, '', 'PX', copyAfter);
    logger.warn({ email: message.submissionId, copies }, 'email not confirmed');
    return copies >= maxCopies;
  }
}
