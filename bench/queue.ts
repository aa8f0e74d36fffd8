import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

import { storeSubmissionJob } from '../contract/jobs.ts';
import { openQueues, type Queues } from '../platform/queues.ts';
import { createRedis } from '../platform/redis.ts';
import { createEnquiry, createSubmissionPayload, type Enquiry } from '../testing/enquiry.ts';

const batch = 2_000;

/** The queues of the product under their default prefix, for as long as the work takes. */
export async function withQueues<Result>(
  redisUrl: string,
  work: (queues: Queues, redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = createRedis(redisUrl, 'background') as Redis;
  const queues = openQueues(redis, '{enquiries}');
  try {
    return await work(queues, redis);
  } finally {
    await Promise.all(Object.values(queues).map((queue: Queue) => queue.close()));
    redis.disconnect();
  }
}

/** One enquiry of many. */
export function numbered(number: number): Enquiry {
  return createEnquiry({
    email: `visitor-${number}@example.org`,
    message: `Enquiry ${number}: we are looking for a secretariat for our guild.`,
  });
}

/** Adds as many enquiries to the queue as if the API had taken them. */
export async function fillQueue(redisUrl: string, count: number): Promise<void> {
  const { name, policy } = storeSubmissionJob;
  await withQueues(redisUrl, async ({ submissions }, redis) => {
    for (let added = 0; added < count; added += batch) {
      const jobs = Array.from({ length: Math.min(batch, count - added) }, (_, index) => {
        const data = createSubmissionPayload(numbered(added + index));
        return { name, data, opts: { ...policy, jobId: data.id } };
      });
      await submissions.addBulk(jobs);
    }
    // Redis shortens its file in a process of its own, which would be measured with the rest.
    while ((await redis.info('persistence')).includes('aof_rewrite_in_progress:1')) {
      await sleep(200);
    }
  });
}

/** How many jobs had been completed, how many milliseconds after the first look. */
export interface Progress {
  at: number;
  completed: number;
}

const timeout = 900_000;

/**
 * Watches a queue until as many jobs are completed as expected.
 *
 * @throws Error when a job fails, or after a quarter of an hour.
 */
export function watchQueue(
  redisUrl: string,
  name: keyof Queues,
  expected: number,
): Promise<Progress[]> {
  return withQueues(redisUrl, async ({ [name]: queue }) => {
    const started = performance.now();
    const seen: Progress[] = [];
    for (;;) {
      // Of the completed jobs the queue keeps but the last.
      const { meta } = await queue.getMetrics('completed', 0, 0);
      const completed = meta.count;
      const failed = await queue.getFailedCount();
      const at = performance.now() - started;
      seen.push({ at, completed });
      if (completed >= expected) return seen;
      if (failed > 0 || at > timeout) throw new Error(`${name}: ${failed} failed in ${at} ms.`);
      await sleep(20);
    }
  });
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
