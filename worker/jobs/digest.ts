import { overdueBefore, replyTargetOf } from '../../contract/reply-target.ts';
import { localDay, momentOf } from '../../contract/time.ts';
import { addWorkingDays, isWorkingDay } from '../../contract/working-days.ts';
import {
  countDueRequests,
  countForDigest,
  findUnreportedSpam,
  lastDigest,
  markReported,
  recordDigest,
} from '../../storage/digest.ts';
import { digestMail, hasNews, type Digest } from '../mail/digest.ts';
import type { WorkerContext } from '../worker.ts';
import { sendOnce } from './summary.ts';

/**
 * Sends the digest of a working day, once it is due. The day is recorded in MongoDB, so that each
 * digest is sent once. What happens on days off is in the digest of the next working day.
 */
export async function sendDigest(context: WorkerContext): Promise<void> {
  const { config, database, logger } = context;
  const { company, digestAt } = config;
  const now = Date.now();
  const day = localDay(now);
  if (digestAt === undefined || now < momentOf(day, digestAt).getTime()) return;
  const last = await lastDigest(database);
  if (last?.day === day || !isWorkingDay(day, company.closedOn)) return;
  const dayBefore = momentOf(addWorkingDays(day, -1, company.closedOn), digestAt);
  const target = replyTargetOf(company);
  const { unanswered, ...counts } = await countForDigest(database, {
    unansweredFrom: target === undefined ? dayBefore : overdueBefore(now, target),
    failed: { since: last?.failuresUntil ?? dayBefore, until: new Date(now) },
    today: day,
  });
  const newSpam = await findUnreportedSpam(database);
  const digest: Digest = {
    ...counts,
    [target === undefined ? 'unanswered' : 'overdue']: unanswered,
    requests: await countDueRequests(database, now),
    newSpam: newSpam.length,
  };
  if (hasNews(digest)) {
    if (!(await sendOnce(context, digestMail(day, digest, config)))) return;
    logger.info({ day }, 'digest sent');
  }
  await markReported(database, newSpam, new Date(now));
  await recordDigest(database, day, now);
}
