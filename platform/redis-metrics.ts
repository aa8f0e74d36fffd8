import type { Job, Queue } from 'bullmq';

import { retryDelays } from '../contract/jobs.ts';
import type { Metrics } from './metrics.ts';
import { readMemory, type RedisClient } from './redis.ts';

/** Adds gauges for the availability and memory use of the queues' Redis. */
function watchRedis(metrics: Metrics, redis: RedisClient): void {
  const up = metrics.gauge('enquiries_redis_up', '1 if Redis answered this scrape, otherwise 0.');
  const used = metrics.gauge('enquiries_redis_memory_used_bytes', 'Memory that Redis uses.');
  const max = metrics.gauge(
    'enquiries_redis_memory_max_bytes',
    'Memory limit of Redis: its maxmemory, or the memory of its machine.',
  );
  function forget(): void {
    up.set(0);
    for (const gauge of [used, max]) gauge.remove();
  }
  metrics.collect({
    async read() {
      const memory = await readMemory(redis);
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
/** How many jobs to read from one end of a list. Lists are not sorted by age, so one is too few. */
const sample = 10;

/** Ages in seconds; 0 if there is no such job. */
interface OldestJobs {
  /**
   * The longest time that a waiting or active job has been due. An active retry counts as due since
   * it started.
   */
  due: number;
  /** The time since the oldest unfinished job with a failed attempt was first due. */
  retried: number;
}

/**
 * Adds gauges for the number of jobs per queue and for the age of the oldest, and one for whether
 * Redis returned the counts.
 */
function watchQueues(metrics: Metrics, queues: readonly Queue[]): void {
  const jobs = metrics.gauge('enquiries_queue_jobs', 'Jobs in a queue, by state.', [
    'queue',
    'state',
  ]);
  const age = metrics.gauge(
    'enquiries_queue_oldest_job_age_seconds',
    'Age of the oldest job waiting for a worker (due) or a retry (retried); 0 if there are none.',
    ['queue', 'state'],
  );
  const up = metrics.gauge(
    'enquiries_queues_up',
    '1 if Redis returned the job counts, otherwise 0.',
  );
  function forget(): void {
    jobs.reset();
    age.reset();
    up.set(0);
  }
  forget();
  metrics.collect({
    async read() {
      const found = await Promise.all(queues.map(readState));
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

async function readState(queue: Queue) {
  const [counts, oldest] = await Promise.all([queue.getJobCounts(...states), oldestJobs(queue)]);
  return { name: queue.name, counts, oldest };
}

/** Estimates the ages of the oldest unfinished jobs of a queue from a sample of them. */
export async function oldestJobs(queue: Queue): Promise<OldestJobs> {
  const [waiting, active, first, last] = await Promise.all([
    queue.getJobs(['waiting'], 0, sample - 1, true),
    queue.getJobs(['active'], 0, sample - 1, true),
    queue.getJobs(['delayed'], 0, sample - 1, true),
    queue.getJobs(['delayed'], 0, sample - 1, false),
  ]);
  // A delayed job without attempts was scheduled for later, so it is not late.
  const retried = [...waiting, ...active, ...first, ...last].filter(wasTried);
  const due = [
    // BullMQ does not record when a retry became due, so the longest backoff is assumed.
    ...waiting.map((job) =>
      wasTried(job) ? (job.processedOn ?? job.timestamp) + retryDelays.longest : firstDue(job),
    ),
    ...active.map((job) => (wasTried(job) ? (job.processedOn ?? Date.now()) : firstDue(job))),
  ];
  return { due: ageOf(due), retried: ageOf(retried.map(firstDue)) };
}

/** When a job was first due: scheduled jobs are added one interval before. */
function firstDue({ timestamp, opts }: Pick<Job, 'timestamp' | 'opts'>): number {
  return timestamp + (opts.delay ?? 0);
}

function wasTried({ attemptsMade }: Pick<Job, 'attemptsMade'>): boolean {
  return attemptsMade > 0;
}

/** Seconds since the earliest of these times (milliseconds since 1970); 0 if there are none. */
function ageOf(times: readonly number[]): number {
  return Math.max(0, (Date.now() - Math.min(...times)) / 1_000);
}
