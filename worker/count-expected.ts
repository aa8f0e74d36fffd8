import type { Queue } from 'bullmq';

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
