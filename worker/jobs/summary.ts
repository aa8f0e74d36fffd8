import { readableTime } from '#contract/time.ts';
import { button, link, paragraph, smallPrint } from '#design/letter/letter.ts';
import { reasonOf } from '#server/reasons.ts';
import {
  findSummarised,
  markNotification,
  rescuedReason,
  summaryReason,
  type SummaryLine,
  type SummaryReason,
} from '#storage/notifications.ts';
import type { WorkerConfig } from '../config.ts';
import { composeLetter, type MailMessage } from '../mail/mailer.ts';
import { isRefusal, UnconfirmedError } from '../mail/smtp.ts';
import { oneLine } from '../mail/staff-notification.ts';
import type { WorkerContext } from '../worker.ts';
import { copyAfter, maxCopies } from './notify.ts';

/** Milliseconds that an enquiry waits for the summary; with a minute's sweep, within an hour. */
const summaryAfter = 3_000_000;
const maxLines = 200;

const occasions = {
  summary: {
    one: '1 more enquiry',
    many: 'more enquiries',
    opening: 'More enquiries arrived than are emailed one by one in an hour. They are at the desk:',
  },
  rescued: {
    one: '1 hidden enquiry is back',
    many: 'hidden enquiries are back',
    opening:
      'The last version hid these enquiries as spam by guesses, and nobody was emailed. They are now under New, marked as possible spam. Please read them:',
  },
};

/** Emails staff the enquiries past the hourly budget, and those that an upgrade brought back. */
export async function sendSummaries(context: WorkerContext): Promise<void> {
  await sendSummary(context, summaryReason, new Date(Date.now() - summaryAfter));
  await sendSummary(context, rescuedReason, new Date());
}

async function sendSummary(context: WorkerContext, reason: SummaryReason, dueBefore: Date) {
  const lines = await findSummarised(context.database, reason, dueBefore);
  if (lines.length === 0) return;
  if (!(await sendOnce(context, summaryMail(lines, reason, context.config)))) return;
  for (const { _id: submissionId } of lines) {
    const sent = { status: 'sent', sentAt: new Date() } as const;
    await markNotification(context.database, { submissionId, kind: 'staff' }, sent);
  }
}

function summaryMail(
  lines: readonly SummaryLine[],
  occasion: SummaryReason,
  config: WorkerConfig,
): MailMessage {
  const { one, many, opening } = occasions[occasion];
  const desk = `${config.officeUrl}/ops/enquiries`;
  const listed = lines.slice(0, maxLines).map((line) => ({
    href: `${desk}/${line.reference}`,
    text: describe(line),
  }));
  const unlisted = lines.length - listed.length;
  const moreHint = unlisted > 0 ? [`And ${unlisted} more. See the list at the desk.`] : [];
  const listText = listed.map(({ text, href }) => `${text}\n${href}`).join('\n');
  return composeLetter(
    {
      submissionId: `${occasion}-${lines[0]?._id ?? ''}`,
      subject: lines.length === 1 ? one : `${lines.length} ${many}`,
      text: [opening, listText, ...moreHint, `${desk}\n`].join('\n\n'),
      parts: [
        paragraph(opening),
        ...listed.map(({ text, href }) => paragraph(link(href, text))),
        button(desk, 'View enquiries'),
      ],
      below: moreHint.map((text) => smallPrint(text)),
    },
    config,
  );
}

function describe({ reference, organisation, createdAt, marked }: SummaryLine): string {
  const mark = marked ? '[possible spam] ' : '';
  return `${mark}${reference}, ${readableTime(createdAt)}, ${oneLine(organisation, 60)}`;
}

/**
 * Sends an email of the maintenance job. Resolves to false if the next run, in a minute, has to try
 * again: after an error other than a person's refused address, or while a lost reply has to wait.
 */
export async function sendOnce(
  { config, logger, mailer, redis }: WorkerContext,
  message: MailMessage,
): Promise<boolean> {
  const email = message.submissionId;
  const waitKey = `${config.QUEUE_PREFIX}:unconfirmed:${email}`;
  if ((await redis.get(waitKey)) !== null) return false;
  try {
    await mailer.send(message);
    logger.info({ email }, 'email sent');
    return true;
  } catch (error) {
    logger[reasonOf(error) === undefined ? 'warn' : 'info'](
      { email, err: error },
      'email not sent',
    );
    if (!(error instanceof UnconfirmedError)) {
      return message.to !== config.mail.staff && isRefusal(error);
    }
    const copies = await redis.incr(`${waitKey}:copies`);
    await redis.pexpire(`${waitKey}:copies`, maxCopies * 4 * copyAfter);
    await redis.set(waitKey, '', 'PX', copyAfter);
    return copies >= maxCopies;
  }
}
