import type { Job, Queue } from 'bullmq';

import { retryDelays } from '../contract/jobs.ts';
import type { Metrics } from './metrics.ts';
import { readMemory, type RedisClient } from './redis.ts';
import { countSetAside } from './set-aside.ts';

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

const counted = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;
const states = [...counted, 'set-aside'] as const;
/** How many jobs are read at each end of a list, whose order is not that of their age. */
const sample = 10;

/** In seconds; 0 without any such job. */
interface OldestJobs {
  /** For how long the one has waited for a worker that has waited longest. */
  due: number;
  /** Since the oldest was added of those that are tried again after a failed attempt. */
  retried: number;
}

/** What a queue holds at one moment. */
interface QueueState {
  name: string;
  counts: Record<string, number>;
  oldest: OldestJobs;
}

/** Shows, at each scrape, how full the queues are and for how long their oldest job has waited. */
export function watchQueues(
  metrics: Metrics,
  queues: readonly Queue[],
  redis: RedisClient,
  queuePrefix: string,
): void {
  const jobs = metrics.gauge(
    'enquiries_queue_jobs',
    'Jobs in a queue, by state; those that failed and were then set aside on the status page apart.',
    ['queue', 'state'],
  );
  const age = metrics.gauge(
    'enquiries_queue_oldest_job_age_seconds',
    'For how long a job has waited for a worker (due), or been tried again (retried); 0 without any.',
    ['queue', 'state'],
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
      const found = await Promise.all(queues.map((queue) => readState(queue, redis, queuePrefix)));
      return () => {
        for (const { name, counts, oldest } of found) {
          for (const state of states) jobs.set({ queue: name, state }, counts[state] ?? 0);
          age.set({ queue: name, state: 'due' }, oldest.due);
          age.set({ queue: name, state: 'retried' }, oldest.retried);
        }
        up.set(1);
      };
    },
    unknown: forget,
  });
}

async function readState(
  queue: Queue,
  redis: RedisClient,
  queuePrefix: string,
): Promise<QueueState> {
  const counts = await queue.getJobCounts(...counted);
  const { failed = 0 } = counts;
  const setAside = failed > 0 ? await countSetAside(redis, queuePrefix, queue) : 0;
  return {
    name: queue.name,
    counts: { ...counts, failed: failed - setAside, 'set-aside': setAside },
    oldest: await oldestJobs(queue),
  };
}

/** How old the oldest jobs of a queue are that are not done. */
export async function oldestJobs(queue: Queue): Promise<OldestJobs> {
  const [waiting, active, first, last] = await Promise.all([
    queue.getJobs(['waiting'], 0, sample - 1, true),
    queue.getJobs(['active'], 0, sample - 1, true),
    queue.getJobs(['delayed'], 0, sample - 1, true),
    queue.getJobs(['delayed'], 0, sample - 1, false),
  ]);
  // A job that has never been tried and is delayed is a schedule's next one, not a late one.
  const retried = [...waiting, ...active, ...first, ...last].filter(wasTried);
  const due = [
    // When it became due again is not kept: at the latest so long after its last attempt began.
    ...waiting.map((job) =>
      wasTried(job) ? (job.processedOn ?? job.timestamp) + retryDelays.longest : job.timestamp,
    ),
    ...active.map((job) => (wasTried(job) ? (job.processedOn ?? Date.now()) : job.timestamp)),
  ];
  return { due: ageOf(due), retried: ageOf(retried.map(({ timestamp }) => timestamp)) };
}

function wasTried({ attemptsMade }: Pick<Job, 'attemptsMade'>): boolean {
  return attemptsMade > 0;
}

/** Seconds since the first of these times, in milliseconds since 1970; 0 without any, or none yet. */
function ageOf(times: readonly number[]): number {
  return Math.max(0, (Date.now() - Math.min(...times)) / 1_000);
}
