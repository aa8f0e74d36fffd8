import type { Queue } from 'bullmq';
import { Gauge } from 'prom-client';

import type { Metrics } from './metrics.ts';
import { readMemory, type RedisClient } from './redis.ts';

/** Shows, at each scrape, whether the Redis of the queues answers and how full it is. */
export function watchRedis(metrics: Metrics, redis: RedisClient, queuePrefix: string): void {
  const registers = [metrics.registry];
  const up = new Gauge({
    name: 'enquiries_redis_up',
    help: '1 when Redis answered this scrape, else 0.',
    registers,
  });
  const used = new Gauge({
    name: 'enquiries_redis_memory_used_bytes',
    help: 'Memory that Redis uses.',
    registers,
  });
  const max = new Gauge({
    name: 'enquiries_redis_memory_max_bytes',
    help: 'Memory that Redis may use: its maxmemory, or that of its machine without one.',
    registers,
  });
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
  const registers = [metrics.registry];
  const jobs = new Gauge({
    name: 'enquiries_queue_jobs',
    help: 'Jobs in a queue, by state.',
    labelNames: ['queue', 'state'],
    registers,
  });
  const age = new Gauge({
    name: 'enquiries_queue_oldest_job_age_seconds',
    help: 'Age of the oldest job that is not done, those that are being retried included; 0 without any.',
    labelNames: ['queue'],
    registers,
  });
  const up = new Gauge({
    name: 'enquiries_queues_up',
    help: '1 when Redis said how full the queues are, else 0.',
    registers,
  });
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
