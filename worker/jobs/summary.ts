import { trackChannel } from '../../platform/channel-state.ts';
import { failureCode } from '../../platform/reason.ts';
import { findSummarised, markSummarised, type SummaryLine } from '../../storage/notifications.ts';
import { findRescued, markRescuedTold, rescueHiddenByGuesses } from '../../storage/rescue.ts';
import type { WorkerContext } from '../context.ts';
import type { MailMessage } from '../mail/message.ts';
import { UnconfirmedError } from '../mail/smtp-replies.ts';
import { summaryMail } from '../mail/summary.ts';

/** Milliseconds that an enquiry waits for the summary; with a minute's sweep, within an hour. */
const summaryAfter = 3_000_000;
const copyAfter = 900_000;
const maxCopies = 3;

/**
 * Emails staff one summary of the enquiries past the hourly budget of emails, once one of them has
 * waited for 50 minutes. They are found in MongoDB, so that losing Redis loses nothing.
 */
export async function sendSummary(context: WorkerContext): Promise<void> {
  const waiting = await findSummarised(context.database, new Date(Date.now() - summaryAfter));
  await sendList(context, waiting, 'summary', (ids) => markSummarised(context.database, ids));
}

/** Brings back what an earlier release hid by guesses, and emails staff a list once. */
export async function rescueHidden(context: WorkerContext): Promise<void> {
  const { config, database } = context;
  await rescueHiddenByGuesses(database, config.company.retentionMonths);
  const rescued = await findRescued(database);
  await sendList(context, rescued, 'rescued', (ids) => markRescuedTold(database, ids));
}

async function sendList(
  context: WorkerContext,
  lines: SummaryLine[],
  occasion: 'summary' | 'rescued',
  markTold: (ids: string[]) => Promise<void>,
): Promise<void> {
  if (lines.length === 0) return;
  const isSent = await sendOnce(context, summaryMail(lines, occasion, context.config));
  if (!isSent) return;
  await markTold(lines.map(({ _id }) => _id));
  context.logger.info({ occasion, enquiries: lines.length }, 'summary sent');
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
  const { QUEUE_PREFIX: prefix } = config;
  const wait = `${prefix}:unconfirmed:${message.submissionId}`;
  const mail = trackChannel(redis, prefix, 'mail');
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
    await redis.expire(`${wait}:copies`, maxCopies * 4 * (copyAfter / 1_000));
    await redis.set(wait, '', 'PX', copyAfter);
    logger.warn({ email: message.submissionId, copies }, 'email not confirmed');
    return copies >= maxCopies;
  }
}
