import { UnrecoverableError, type Job } from 'bullmq';
import * as z from 'zod/mini';

import { overdueBefore, replyTargetOf } from '../../contract/reply-target.ts';
import { localDay, momentOf } from '../../contract/time.ts';
import { sendDigestJob } from '../../contract/jobs.ts';
import { addDays, addWorkingDays, isWorkingDay } from '../../contract/working-days.ts';
import { isLastCopy } from '../../platform/unconfirmed-mail.ts';
import {
  countForDigest,
  findUnreportedSpam,
  lastDigest,
  markReported,
  recordDigest,
} from '../../storage/digest.ts';
import { countDueRequests } from '../../storage/person-requests.ts';
import { PartlySentError } from '../channel.ts';
import type { WorkerContext } from '../context.ts';
import { digestId, digestMail, hasNews, type Digest } from '../mail/digest.ts';
import { parsePayload } from '../process-job.ts';
import { awaitNextCopy, sendCopyLater, unconfirmedCopies } from '../unconfirmed-copies.ts';

/**
 * What an email reported: the ids of the new spam, and the time up to which it counted failed
 * emails. It is the progress of a job whose email was sent.
 */
const reportProgress = z.object({
  reported: z.array(z.string()),
  failuresUntil: z.optional(z.number()),
});
type Report = z.infer<typeof reportProgress>;

/** The day whose digest is due: today in South Africa, or yesterday if `at` is still to come. */
export function digestDay(now: number, at: string): string {
  const day = localDay(now);
  return now >= momentOf(day, at).getTime() ? day : addDays(day, -1);
}

/** Queues the digest that is due. Its job id contains the day, so workers queue it only once. */
export async function queueDigest({
  clock,
  config: { digest },
  queues: { maintenance },
}: Pick<WorkerContext, 'clock' | 'config' | 'queues'>): Promise<void> {
  if (digest.at === undefined) return;
  const { now } = await clock();
  const day = digestDay(now, digest.at);
  const { name, policy } = sendDigestJob;
  await maintenance.add(name, { day }, { ...policy, jobId: digestId(day) });
}

/**
 * Sends the daily digest: all counts on working days, only new spam on other days. If a digest
 * fails, the next one reports its spam and failed emails.
 */
export async function sendDigest(context: WorkerContext, job: Job): Promise<void> {
  const { clock, config, database } = context;
  const { day } = parsePayload(sendDigestJob.schema, job);
  const { at } = config.digest;
  const { now } = await clock();
  // The digest is off, or a later one is due.
  if (at === undefined || day !== digestDay(now, at)) return;
  const last = await lastDigest(database);
  // This digest was already sent, but Redis lost its job. A day in the future does not count: it
  // was recorded while a clock was ahead.
  if (last && last.day >= day && last.day <= localDay(now)) return;
  const progress = z.safeParse(reportProgress, job.progress);
  const report = progress.success
    ? progress.data
    : await sendReport(context, job, { day, at, now, countedUntil: last?.failuresUntil });
  await markReported(database, report.reported, new Date(now));
  await recordDigest(database, day, report.failuresUntil);
}

interface DueDigest {
  day: string;
  /** When digests are sent, such as `07:30`. */
  at: string;
  now: number;
  /** The time up to which earlier digests counted failed emails. */
  countedUntil: Date | undefined;
}

async function sendReport(context: WorkerContext, job: Job, due: DueDigest): Promise<Report> {
  const { day, now } = due;
  const reported = await findUnreportedSpam(context.database);
  await awaitNextCopy(context, job, unconfirmedCopies(job));
  // On days off, or a day late, a digest reports only new spam.
  const isFull = day === localDay(now) && isWorkingDay(day);
  const counts = isFull ? await countDigest(context, due) : {};
  const digest: Digest = { ...counts, newSpam: reported.length };
  const report = { reported, ...(isFull ? { failuresUntil: now } : {}) };
  if (hasNews(digest)) {
    await send(context, job, day, digest);
    await job.updateProgress(report);
    context.logger.info({ day }, 'digest sent');
  }
  return report;
}

async function countDigest(
  { config: { company }, database }: WorkerContext,
  { day, at, now, countedUntil }: DueDigest,
): Promise<Partial<Digest>> {
  const dayBefore = momentOf(addWorkingDays(day, -1), at);
  // A time in the future does not count: it was recorded while a clock was ahead.
  const failedSince = countedUntil && countedUntil.getTime() <= now ? countedUntil : dayBefore;
  const target = replyTargetOf(company.replyWithin);
  const unansweredFrom = target === undefined ? dayBefore : overdueBefore(now, target);
  const { unanswered, ...counts } = await countForDigest(database, {
    ...{ unansweredFrom, failed: { since: failedSince, until: new Date(now) }, today: day },
  });
  return {
    ...counts,
    [target === undefined ? 'unanswered' : 'overdue']: unanswered,
    requests: await countDueRequests(database, now),
  };
}

async function send(context: WorkerContext, job: Job, day: string, digest: Digest): Promise<void> {
  const { channels, config, logger } = context;
  try {
    await channels.mail.send(digestMail(day, digest, config));
  } catch (error) {
    if (channels.mail.verdictOf(error) === 'unconfirmed') {
      const unconfirmed = unconfirmedCopies(job);
      if (isLastCopy(unconfirmed.length + 1)) throw new UnrecoverableError('unconfirmed');
      await sendCopyLater(context, job, { unconfirmed });
    }
    if (!(error instanceof PartlySentError)) throw error;
    // A retry would send the digest again to the recipients that have it.
    logger.warn({ day, err: error }, 'digest refused for some recipients');
  }
}
