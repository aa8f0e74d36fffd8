import type { Logger } from '../platform/logger.ts';
import { withTimeLimit } from '../platform/time-limit.ts';
import type { ExpectedJobs } from './count-expected.ts';

export interface WatchdogOptions {
  queue: string;
  logger: Logger;
  /** Milliseconds between two looks. */
  every: number;
  /** Milliseconds that jobs may wait without progress. */
  patience: number;
  /** How many jobs a worker is expected to take; delayed ones count when due before the given time. */
  count: (dueBefore: number) => Promise<ExpectedJobs>;
  /** When the worker last took or finished a job. */
  progressAt: () => number;
  /** Replaces the worker by a new one. */
  replace: () => Promise<void>;
}

/**
 * Replaces a worker that has stopped working although its connection is there, as has happened
 * after Redis restarted. Returns what stops the watch.
 */
export function startWatchdog(options: WatchdogOptions): () => void {
  const { queue, logger, every, patience, count, progressAt, replace } = options;
  let replacedAt = 0;
  let looking = false;

  async function look(): Promise<void> {
    // A job whose time has not come, or has only just, is no sign of trouble.
    const { waiting, due } = await withTimeLimit(patience, count(Date.now() - patience));
    const still = Date.now() - Math.max(progressAt(), replacedAt);
    if (waiting + due === 0 || still <= patience) return;
    logger.error({ queue, waiting, due, still }, 'worker made no progress and is replaced');
    await replace();
    replacedAt = Date.now();
  }

  const timer = setInterval(() => {
    // A look that has no answer yet means that Redis is away: no reason for a second one.
    if (looking) return;
    looking = true;
    look()
      .catch((error: unknown) => logger.warn({ queue, err: error }, 'watchdog could not look'))
      .finally(() => (looking = false));
  }, every);
  return () => clearInterval(timer);
}
