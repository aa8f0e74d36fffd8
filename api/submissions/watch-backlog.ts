import type { Logger } from '../../platform/logger.ts';
import type { SubmissionQueue } from './submission-queue.ts';

const interval = 2_000;

export interface Backlog {
  isFull(): boolean;
  stop(): void;
}

/**
 * Looks every two seconds how many submissions wait to be stored, so that no request has to. What
 * it last saw holds until it can look again.
 */
export function watchBacklog(
  queue: Pick<SubmissionQueue, 'countWaiting'>,
  ceiling: number,
  logger: Logger,
): Backlog {
  let full = false;
  async function look(): Promise<void> {
    const waiting = await queue.countWaiting();
    if (waiting >= ceiling && !full) logger.error({ waiting, ceiling }, 'backlog full');
    full = waiting >= ceiling;
  }
  // A Redis that does not answer is reported where it matters: by its connection.
  const timer = setInterval(() => void look().catch(() => undefined), interval);
  timer.unref();
  return {
    isFull: () => full,
    stop: () => clearInterval(timer),
  };
}
