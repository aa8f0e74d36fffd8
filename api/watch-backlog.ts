import type { Logger } from '../platform/logger.ts';
import type { SubmissionQueue } from './submission-queue.ts';

const interval = 2_000;
/**
 * The share of Redis's memory at which the backlog counts as full. Processing jobs needs memory
 * too: if Redis filled up completely, the queue would never drain.
 */
const maxMemoryShare = 0.8;

/**
 * Polls the queue length and Redis's memory every two seconds, so that requests do not have to.
 * Keeps the last result until there is a new one.
 */
export function watchBacklog(
  queue: Pick<SubmissionQueue, 'countWaiting' | 'shareOfMemory'>,
  ceiling: number,
  logger: Logger,
) {
  let full = false;
  async function check(): Promise<void> {
    const [waiting, memory] = await Promise.all([queue.countWaiting(), queue.shareOfMemory()]);
    const isFull = waiting >= ceiling || memory >= maxMemoryShare;
    if (isFull && !full) logger.error({ waiting, ceiling, memory }, 'backlog full');
    full = isFull;
  }
  // The connection already logs outages of Redis.
  const timer = setInterval(() => void check().catch(() => undefined), interval);
  timer.unref();
  return {
    isFull: () => full,
    stop: () => clearInterval(timer),
  };
}
