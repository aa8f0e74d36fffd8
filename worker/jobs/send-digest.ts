import { UnrecoverableError, type Job } from 'bullmq';
import * as z from 'zod/mini';

import { localDay, momentOf } from '../../contract/time.ts';
import { sendDigestJob } from '../../contract/jobs.ts';
import { isLastCopy } from '../../platform/unconfirmed-mail.ts';
import {
  countForDigest,
  findUnreportedSpam,
  lastDigest,
  markReported,
  recordDigest,
} from '../../storage/digest.ts';
import { PartlySentError } from '../channel.ts';
import type { WorkerContext } from '../context.ts';
import { digestId, digestMail, hasNews, type Digest } from '../mail/digest.ts';
import { parsePayload } from '../process-job.ts';
import { awaitNextCopy, sendCopyLater, unconfirmedCopies } from '../unconfirmed-copies.ts';
import { addDays, isWorkingDay, workingDayBefore } from '../working-days.ts';

/** The progress of a job whose email was sent: the ids of the spam that it reported. */
const reportedProgress = z.object({ reported: z.array(z.string()) });

/** The day whose digest is due: today, or yesterday until the given time in South Africa. */
export function digestDay(now: number, at: string): string {
  const day = localDay(now);
  return now >= momentOf(day, at).getTime() ? day : addDays(day, -1);
}

/** Queues the digest that is due. The job's id is the day, so that workers queue it only once. */
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
 * Sends the daily digest: open enquiries on working days, and new spam every day. If a digest
 * fails, the next one reports its spam.
 */
export async function sendDigest(context: WorkerContext, job: Job): Promise<void> {
  const { clock, config, database, logger } = context;
  const { day } = parsePayload(sendDigestJob.schema, job);
  const { at } = config.digest;
  const { now } = await clock();
  // A later digest covers it, or it was already sent and Redis has lost the record.
  if (at === undefined || day !== digestDay(now, at)) return;
  if (((await lastDigest(database)) ?? '') >= day) return;
  const progress = z.safeParse(reportedProgress, job.progress);
  const reported = progress.success ? progress.data.reported : await findUnreportedSpam(database);
  if (!progress.success) {
    await awaitNextCopy(context, job, unconfirmedCopies(job));
    const digest = await countDigest(context, { day, at, now, newSpam: reported.length });
    if (hasNews(digest)) {
      await send(context, job, day, digest);
      await job.updateProgress({ reported });
      logger.info({ day }, 'digest sent');
    }
  }
  await markReported(database, reported, new Date(now));
  await recordDigest(database, day);
}

async function countDigest(
  { database }: WorkerContext,
  { day, at, now, newSpam }: { day: string; at: string; now: number; newSpam: number },
): Promise<Digest> {
  const today = localDay(now);
  // A digest that is a day late reports only new spam.
  if (day !== today || !isWorkingDay(day)) return { newSpam };
  const before = momentOf(workingDayBefore(day), at);
  return { ...(await countForDigest(database, before)), newSpam };
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
    // A retry would send it again to the recipients that have it.
    logger.warn({ day, err: error }, 'digest refused for some recipients');
  }
}
