import type { Job } from 'bullmq';
import * as z from 'zod/mini';

import { sendDigestJob } from '../../contract/jobs.ts';
import {
  countForDigest,
  findUntold,
  lastDigest,
  markTold,
  noteDigest,
} from '../../storage/digest.ts';
import { PartlySentError } from '../channel.ts';
import type { WorkerContext } from '../context.ts';
import { digestId, digestMail, isWorthTelling, type Digest } from '../mail/digest.ts';
import { parsePayload } from '../process-job.ts';
import { addDays, isWorkingDay, workingDayBefore } from '../working-days.ts';

// South Africa has one time zone and no summer time.
const zone = '+02:00';
const zoneOffset = 7_200_000;

/** Progress of a job whose mail has left: of which submissions it has told. */
const toldProgress = z.object({ told: z.array(z.string()) });

/** The day whose digest is due: of the last time that it was so late in South Africa. */
export function digestDay(now: number, at: string): string {
  const day = new Date(now + zoneOffset).toISOString().slice(0, 10);
  return now >= momentOf(day, at) ? day : addDays(day, -1);
}

function momentOf(day: string, at: string): number {
  return Date.parse(`${day}T${at}:00${zone}`);
}

/** Has the digest that is due sent, once whatever the number of workers: its job has the day's id. */
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
 * Tells staff what waits for them on a working day, and on every day what was held back since they
 * were last told. What could not be told on one day is told on the next.
 */
export async function sendDigest(context: WorkerContext, job: Job): Promise<void> {
  const { clock, config, database, logger } = context;
  const { day } = parsePayload(sendDigestJob.schema, job);
  const { at } = config.digest;
  const { now } = await clock();
  // A later one tells all of it; and Redis may have forgotten that this one is done.
  if (at === undefined || day !== digestDay(now, at)) return;
  if (((await lastDigest(database)) ?? '') >= day) return;
  const progress = z.safeParse(toldProgress, job.progress);
  const told = progress.success ? progress.data.told : await findUntold(database);
  if (!progress.success) {
    const digest = await countDigest(context, { day, at, now, newlyHeld: told.length });
    if (isWorthTelling(digest)) {
      await send(context, day, digest);
      await job.updateProgress({ told });
      logger.info({ day }, 'digest sent');
    }
  }
  await markTold(database, told, new Date(now));
  await noteDigest(database, day);
}

async function countDigest(
  { database }: WorkerContext,
  { day, at, now, newlyHeld }: { day: string; at: string; now: number; newlyHeld: number },
): Promise<Digest> {
  const today = new Date(now + zoneOffset).toISOString().slice(0, 10);
  // Of yesterday's, which was missed, only what must be told within a day is still news.
  if (day !== today || !isWorkingDay(day)) return { newlyHeld };
  const before = new Date(momentOf(workingDayBefore(day), at));
  return { ...(await countForDigest(database, before)), newlyHeld };
}

async function send(
  { channels, config, logger }: WorkerContext,
  day: string,
  digest: Digest,
): Promise<void> {
  try {
    await channels.mail.send(digestMail(day, digest, config));
  } catch (error) {
    if (!(error instanceof PartlySentError)) throw error;
    // Somebody has it: to send it again would tell them twice.
    logger.warn({ day, err: error }, 'digest refused for some recipients');
  }
}
