import { overdueBefore, replyTargetOf } from '../../contract/reply-target.ts';
import { localDay, momentOf } from '../../contract/time.ts';
import { addDays, addWorkingDays, isWorkingDay } from '../../contract/working-days.ts';
import {
  countDueRequests,
  countForDigest,
  findUnreportedSpam,
  lastDigest,
  markReported,
  recordDigest,
} from '../../storage/digest.ts';
import type { WorkerContext } from '../context.ts';
import { digestMail, hasNews, type Digest } from '../mail/digest.ts';
import { sendOnce } from './summary.ts';

/**
 * Sends the digest of a day, once it is due: all counts on working days, only new spam on other
 * days. The day is recorded in MongoDB, so that each digest is sent once.
 */
export async function sendDigest(context: WorkerContext, now = Date.now()): Promise<void> {
  const { config, database, logger } = context;
  const { digestAt } = config;
  if (digestAt === undefined) return;
  const today = localDay(now);
  const day = now >= momentOf(today, digestAt).getTime() ? today : addDays(today, -1);
  const last = await lastDigest(database);
  // A day in the future was recorded while a clock was ahead.
  if (last && last.day >= day && last.day <= today) return;
  const newSpam = await findUnreportedSpam(database);
  // A day late, a digest reports only new spam.
  const isFull = day === today && isWorkingDay(day, config.company.closedOn);
  const counts = isFull
    ? await countDigest(context, { day, digestAt, now, countedUntil: last?.failuresUntil })
    : {};
  const digest: Digest = { ...counts, newSpam: newSpam.length };
  if (hasNews(digest)) {
    if (!(await sendOnce(context, digestMail(day, digest, config)))) return;
    logger.info({ day }, 'digest sent');
  }
  await markReported(database, newSpam, new Date(now));
  await recordDigest(database, day, isFull ? now : undefined);
}

interface DueDigest {
  day: string;
  digestAt: string;
  now: number;
  /** The time up to which earlier digests counted failed emails. */
  countedUntil: Date | undefined;
}

async function countDigest(
  { config: { company }, database }: WorkerContext,
  { day, digestAt, now, countedUntil }: DueDigest,
): Promise<Partial<Digest>> {
  const dayBefore = momentOf(addWorkingDays(day, -1, company.closedOn), digestAt);
  const failedSince = countedUntil && countedUntil.getTime() <= now ? countedUntil : dayBefore;
  const target = replyTargetOf(company);
  const { unanswered, ...counts } = await countForDigest(database, {
    unansweredFrom: target === undefined ? dayBefore : overdueBefore(now, target),
    failed: { since: failedSince, until: new Date(now) },
    today: day,
  });
  return {
    ...counts,
    [target === undefined ? 'unanswered' : 'overdue']: unanswered,
    requests: await countDueRequests(database, now),
  };
}
