import { setTimeout as sleep } from 'node:timers/promises';

import { sendCanaryJob, sweepNotificationsJob, type JobDefinition } from '../contract/jobs.ts';
import type { WorkerContext } from './context.ts';

const longestPause = 60_000;

/**
 * Keeps one schedule of each recurring job in Redis, whatever the number of workers, until the
 * signal stops it. Looks again after a while, in case Redis has lost it, or a clock that was wrong
 * has put it off.
 */
export function keepSchedules(context: WorkerContext, closing: AbortSignal): void {
  const { config, logger } = context;
  async function run(): Promise<void> {
    while (!closing.aborted) {
      try {
        await schedule(context, sweepNotificationsJob, config.sweep.every);
        await schedule(context, sendCanaryJob, config.canary.every);
      } catch (error) {
        logger.warn({ err: error }, 'recurring jobs could not be scheduled');
      }
      const pause = Math.min(config.sweep.every, longestPause);
      await sleep(pause, undefined, { signal: closing });
    }
  }
  // Only the signal ends it.
  run().catch(() => undefined);
}

/** Has a job done every so many milliseconds; never, if that is 0. */
async function schedule(
  { queues: { maintenance } }: WorkerContext,
  { name, policy }: JobDefinition,
  every: number,
): Promise<void> {
  const existing = await maintenance.getJobScheduler(name);
  if (every === 0) {
    if (existing) await maintenance.removeJobScheduler(name);
    return;
  }
  // A clock that was ahead when a job was last done has put the next one off by as much.
  const isSoon = (existing?.next ?? 0) <= Date.now() + 2 * every;
  if (existing?.every === every && isSoon) return;
  // What is only changed keeps its next time.
  if (!isSoon) await maintenance.removeJobScheduler(name);
  const { removeOnComplete, removeOnFail, attempts } = policy;
  await maintenance.upsertJobScheduler(
    name,
    { every },
    { name, data: {}, opts: { removeOnComplete, removeOnFail, attempts } },
  );
}
