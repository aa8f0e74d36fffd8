import type { Logger } from '../platform/logger.ts';
import type { SubmissionQueue } from './submission-queue.ts';

const interval = 2_000;
/**
 * Taking a job and finishing it needs memory too: from a Redis that is full to the brim no worker
 * could take anything, and it would never empty again.
 */
const fullest = 0.8;

/**
 * Asks every two seconds how many submissions wait to be stored, and how full Redis is, so that no
 * request has to. The last answer holds until there is another.
 */
export function watchBacklog(
  queue: Pick<SubmissionQueue, 'countWaiting' | 'shareOfMemory'>,
  ceiling: number,
  logger: Logger,
) {
  let full = false;
  async function check(): Promise<void> {
    const [waiting, memory] = await Promise.all([queue.countWaiting(), queue.shareOfMemory()]);
    const isFull = waiting >= ceiling || memory >= fullest;
    if (isFull && !full) logger.error({ waiting, ceiling, memory }, 'backlog full');
    full = isFull;
  }
  // A Redis that does not answer is reported where it matters: by its connection.
  const timer = setInterval(() => void check().catch(() => undefined), interval);
  timer.unref();
  return {
    isFull: () => full,
    stop: () => clearInterval(timer),
  };
}
