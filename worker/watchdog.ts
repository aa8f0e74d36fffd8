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
  /** Counts the jobs for a worker, including delayed ones that are due before the given time. */
  count: (dueBefore: number) => Promise<ExpectedJobs>;
  /** When the worker last made progress or was excused by an outage, in milliseconds since 1970. */
  progressAt: () => number;
  replace: () => Promise<void>;
}

/**
 * Replaces a worker that makes no progress although it is connected, which has happened after a
 * restart of Redis. Returns a function that stops the watchdog.
 */
export function startWatchdog(options: WatchdogOptions): () => void {
  const { queue, logger, every, timeout, count, progressAt, replace } = options;
  /** When the worker was last replaced, or Redis last failed to answer. */
  let replacedAt = 0;
  let checking = false;

  async function check(): Promise<void> {
    const started = Date.now();
    // Leaves out delayed jobs that have been due for less than the timeout.
    const { waiting, due } = await withTimeout(timeout, count(started - timeout));
    // A slow count means that Redis was unavailable until now. The worker gets its full time again.
    if (Date.now() - started >= every) replacedAt = Date.now();
    const still = Date.now() - Math.max(progressAt(), replacedAt);
    if (waiting + due === 0 || still <= timeout) return;
    logger.error({ queue, waiting, due, still }, 'worker made no progress, replacing it');
    await replace();
    replacedAt = Date.now();
  }

  const timer = setInterval(() => {
    // A second check is pointless while the last one still waits for Redis.
    if (checking) return;
    checking = true;
    check()
      .catch((error: unknown) => {
        replacedAt = Date.now();
        logger.debug({ queue, err: error }, 'watchdog check failed');
      })
      .finally(() => (checking = false));
  }, every);
  return () => clearInterval(timer);
}

/** Jobs that a worker is expected to take. */
export interface ExpectedJobs {
  waiting: number;
  /** Delayed jobs that are due. */
  due: number;
}

/**
 * Counts the jobs that a worker should take, including delayed ones due before the given time
 * (milliseconds since 1970). Zero while the queue is paused.
 */
export async function countExpected(queue: Queue, dueBefore: number): Promise<ExpectedJobs> {
  if (await queue.isPaused()) return { waiting: 0, due: 0 };
  const [waiting, due] = await Promise.all([
    queue.getWaitingCount(),
    queue.getDelayedCount(dueBefore),
  ]);
  return { waiting, due };
}
