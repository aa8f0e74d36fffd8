import { DelayedError, type Job } from 'bullmq';
import * as z from 'zod/mini';

import { retryDelays } from '../contract/jobs.ts';
import { nextCopyAt } from '../platform/unconfirmed-mail.ts';
import type { WorkerContext } from './context.ts';

/** The progress of a job whose copies the mail server did not confirm: the time of each copy. */
const unconfirmedProgress = z.object({ unconfirmed: z.array(z.iso.datetime()) });

/** The times at which earlier attempts of a job sent a copy that was not confirmed. */
export function unconfirmedCopies(job: Pick<Job, 'progress'>): Date[] {
  const progress = z.safeParse(unconfirmedProgress, job.progress);
  return (progress.data?.unconfirmed ?? []).map((at) => new Date(at));
}

/**
 * Resolves if another copy may be sent now.
 *
 * @throws DelayedError if it is too early, which ends the attempt.
 */
export async function awaitNextCopy(
  { clock }: Pick<WorkerContext, 'clock'>,
  job: Job,
  unconfirmed: readonly Date[],
): Promise<void> {
  if (unconfirmed.length === 0) return;
  const wait = nextCopyAt(unconfirmed) - (await clock()).now;
  if (wait > 0) await postpone(job, wait);
}

/**
 * Records that a copy was sent but not confirmed, and delays the job until the next may be sent.
 *
 * @param keep stores the time outside Redis too, in case storing it in Redis fails.
 * @throws DelayedError, which ends the attempt.
 */
export async function sendCopyLater(
  { clock }: Pick<WorkerContext, 'clock'>,
  job: Job,
  { unconfirmed, progress = {} }: { unconfirmed: readonly Date[]; progress?: object },
  keep: (at: Date) => Promise<unknown> = () => Promise.resolve(),
): Promise<never> {
  const { now } = await clock();
  const all = [...unconfirmed, new Date(now)];
  const texts = all.map((each) => each.toISOString());
  const kept = job.updateProgress({ ...progress, unconfirmed: texts });
  await Promise.allSettled([kept, keep(new Date(now))]);
  return postpone(job, nextCopyAt(all) - now);
}

/**
 * Delays a job by the given milliseconds or less, without using up an attempt. A long wait takes
 * several delays, because the sweep blames a wrong clock for long delays and promotes such jobs.
 */
async function postpone(job: Job, wait: number): Promise<never> {
  await job.moveToDelayed(Date.now() + Math.min(wait, retryDelays.longest), job.token);
  throw new DelayedError();
}
