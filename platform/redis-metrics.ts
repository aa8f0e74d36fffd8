import type { Queue } from 'bullmq';

import type { Metrics } from './metrics.ts';
import { readMemory, type RedisClient } from './redis.ts';

/** Shows, at each scrape, whether the Redis of the queues answers and how full it is. */
export function watchRedis(metrics: Metrics, redis: RedisClient, queuePrefix: string): void {
  const up = metrics.gauge('enquiries_redis_up', '1 when Redis answered this scrape, else 0.');
  const used = metrics.gauge('enquiries_redis_memory_used_bytes', 'Memory that Redis uses.');
  const max = metrics.gauge(
    'enquiries_redis_memory_max_bytes',
    'Memory that Redis may use: its maxmemory, or that of its machine without one.',
  );
  function forget(): void {
    up.set(0);
    for (const gauge of [used, max]) gauge.remove();
  }
  metrics.collect({
    async read() {
      const memory = await readMemory(redis, queuePrefix);
      return () => {
        up.set(1);
        used.set(memory.used);
        max.set(memory.max);
      };
    },
    unknown: forget,
  });
}

const states = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;
/** How many jobs are read at each end of the retries, whose order is not that of their age. */
const sample = 10;

/** What a queue holds at one moment. */
interface QueueState {
  name: string;
  counts: Record<string, number>;
  oldest: number;
}

/** Shows, at each scrape, how full the queues are and for how long their oldest job has waited. */
export function watchQueues(metrics: Metrics, queues: readonly Queue[]): void {
  const jobs = metrics.gauge('enquiries_queue_jobs', 'Jobs in a queue, by state.', [
    'queue',
    'state',
  ]);
  const age = metrics.gauge(
    'enquiries_queue_oldest_job_age_seconds',
    'Age of the oldest job that is not done, those that are being retried included; 0 without any.',
    ['queue'],
  );
  const up = metrics.gauge(
    'enquiries_queues_up',
    '1 when Redis said how full the queues are, else 0.',
  );
  function forget(): void {
    jobs.reset();
    age.reset();
    up.set(0);
  }
  forget();
  metrics.collect({
    async read() {
      const found = await Promise.all(queues.map((queue) => readState(queue)));
      return () => {
        for (const { name, counts, oldest } of found) {
          for (const state of states) jobs.set({ queue: name, state }, counts[state] ?? 0);
          age.set({ queue: name }, oldest);
        }
        up.set(1);
      };
    },
    unknown: forget,
  });
}

async function readState(queue: Queue): Promise<QueueState> {
  const counts = await queue.getJobCounts(...states);
  return { name: queue.name, counts, oldest: await oldestJobAge(queue) };
}

/** Seconds since the oldest job that is not done was added; 0 without any. */
export async function oldestJobAge(queue: Queue): Promise<number> {
  const [next, first, last] = await Promise.all([
    queue.getJobs(['waiting', 'active'], 0, 0, true),
    queue.getJobs(['delayed'], 0, sample - 1, true),
    queue.getJobs(['delayed'], 0, sample - 1, false),
  ]);
  // A job that has never been tried and is delayed is a schedule's next one, not a late one.
  const retried = [...first, ...last].filter(({ attemptsMade }) => attemptsMade > 0);
  const added = [...next, ...retried];
  if (added.length === 0) return 0;
  const oldest = Math.min(...added.map(({ timestamp }) => timestamp));
  return Math.max(0, (Date.now() - oldest) / 1_000);
}
