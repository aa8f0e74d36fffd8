import type { Job, Queue } from 'bullmq';
import { Gauge } from 'prom-client';

import type { Metrics } from './metrics.ts';

const states = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;
/** How many jobs at each end of the retries are looked at: their order is not that of their age. */
const sample = 10;

/** What one look at a queue has found. */
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
      const found = await Promise.all(queues.map((queue) => look(queue)));
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

async function look(queue: Queue): Promise<QueueState> {
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
  const retried = [...first, ...last].filter((job) => job && job.attemptsMade > 0);
  const added = [...next, ...retried].filter((job: Job | undefined) => job !== undefined);
  if (added.length === 0) return 0;
  const oldest = Math.min(...added.map(({ timestamp }) => timestamp));
  return Math.max(0, (Date.now() - oldest) / 1_000);
}
