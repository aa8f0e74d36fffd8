import { retryDelays } from '../contract/jobs.ts';
import type { Logger } from '../platform/logger.ts';
import { withTimeLimit } from '../platform/time-limit.ts';

export interface WatchdogOptions {
  queue: string;
  logger: Logger;
  /** Milliseconds between two looks. */
  every: number;
  /** Milliseconds that jobs may wait without progress. */
  patience: number;
  /** How many jobs wait for a worker, and how many for their time to come. */
  count: () => Promise<{ waiting: number; delayed: number }>;
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
    const { waiting, delayed } = await withTimeLimit(patience, count());
    const still = Date.now() - Math.max(progressAt(), replacedAt);
    // A delayed job is a sign of trouble only when even the longest delay is over.
    const stuck =
      waiting > 0 ? still > patience : delayed > 0 && still > patience + retryDelays.longest;
    if (!stuck) return;
    logger.error({ queue, waiting, delayed, still }, 'worker made no progress and is replaced');
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
