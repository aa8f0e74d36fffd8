import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';

import { queueOptions } from '../fill-queue.ts';

/** How many jobs had been completed, how many milliseconds after the first look. */
export interface Progress {
  at: number;
  completed: number;
}

const patience = 900_000;

/**
 * Watches a queue until as many jobs are completed as expected.
 *
 * @throws Error when a job fails, or after a quarter of an hour.
 */
export async function watchQueue(
  redisUrl: string,
  name: string,
  expected: number,
): Promise<Progress[]> {
  const queue = new Queue(name, queueOptions(redisUrl));
  const started = performance.now();
  const seen: Progress[] = [];
  try {
    for (;;) {
      // Of the completed jobs the queue keeps but the last.
      const { meta } = await queue.getMetrics('completed', 0, 0);
      const completed = Number(meta.count);
      const failed = await queue.getFailedCount();
      const at = performance.now() - started;
      seen.push({ at, completed });
      if (completed >= expected) return seen;
      if (failed > 0 || at > patience) throw new Error(`${name}: ${failed} failed in ${at} ms.`);
      await sleep(20);
    }
  } finally {
    await queue.close();
  }
}

/** Jobs completed a second between two shares of all that was completed, such as 0 and 1/3. */
export function rateBetween(progress: Progress[], from: number, to: number): number {
  const total = progress.at(-1)?.completed ?? 0;
  // The first jobs count from when the first were seen: a process starts in its own time.
  const first = progress.findIndex(({ completed }) => completed > 0 && completed >= total * from);
  const last = progress.findIndex(({ completed }) => completed >= total * to);
  const [start, end] = [progress[first], progress[last]];
  if (!start || !end || end.at === start.at) throw new Error('Too few jobs to tell their rate.');
  return ((end.completed - start.completed) * 1_000) / (end.at - start.at);
}
