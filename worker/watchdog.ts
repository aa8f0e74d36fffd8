import type { Queue } from 'bullmq';

import type { Logger } from '../platform/logger.ts';
import { withTimeout } from '../platform/timeout.ts';

interface WatchdogOptions {
  queue: string;
  logger: Logger;
  /** Milliseconds between two checks. */
  every: number;
  /** Milliseconds that jobs may wait without progress. */
  timeout: number;
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
  const { queue, logger, every, timeout, count, progressAt, replace } = options;
  let replacedAt = 0;
  let checking = false;

  async function check(): Promise<void> {
    // A job whose time has not come, or has only just, is no sign of trouble.
    const { waiting, due } = await withTimeout(timeout, count(Date.now() - timeout));
    const still = Date.now() - Math.max(progressAt(), replacedAt);
    if (waiting + due === 0 || still <= timeout) return;
    logger.error({ queue, waiting, due, still }, 'worker made no progress and is replaced');
    await replace();
    replacedAt = Date.now();
  }

  const timer = setInterval(() => {
    // A check that has no answer yet means that Redis is away: no reason for a second one.
    if (checking) return;
    checking = true;
    check()
      .catch((error: unknown) => logger.warn({ queue, err: error }, 'watchdog check failed'))
      .finally(() => (checking = false));
  }, every);
  return () => clearInterval(timer);
}

/** Jobs that a worker is expected to take. */
export interface ExpectedJobs {
  /** Those that wait for a worker. */
  waiting: number;
  /** Those that wait for a time that has come. */
  due: number;
}

/**
 * Counts the jobs of a queue that a worker is expected to take, of the delayed ones those that have
 * been due since before the given time (milliseconds since 1970). None while the queue is paused.
 */
export async function countExpected(queue: Queue, dueBefore: number): Promise<ExpectedJobs> {
  if (await queue.isPaused()) return { waiting: 0, due: 0 };
  const [waiting, due] = await Promise.all([
    queue.getWaitingCount(),
    queue.getDelayedCount(dueBefore),
  ]);
  return { waiting, due };
}
