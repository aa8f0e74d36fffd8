import type { Queue } from 'bullmq';

import { createMetrics } from '../packages/server/metrics.ts';

// From a fraction of a second, which is usual, to a day.
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 14_400, 86_400];

/** The worker's metrics. No label holds personal data. */
export function createWorkerMetrics(queues: Record<string, Queue>) {
  const metrics = createMetrics('worker');
  const labels = ['queue', 'state'];
  const jobs = metrics.gauge('enquiries_queue_jobs', 'Jobs in each queue, by state.', labels);
  metrics.addSource(async () => {
    for (const queue of Object.values(queues)) {
      const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
      for (const [state, count] of Object.entries(counts)) {
        jobs.set({ queue: queue.name, state }, count);
      }
    }
    return '';
  });
  const toStored = metrics.histogram(
    'enquiries_accepted_to_stored_seconds',
    'Time from the 202 response until the enquiry is in MongoDB.',
    [],
    buckets,
  );
  const toMailed = metrics.histogram(
    'enquiries_accepted_to_mailed_seconds',
    'Time from the 202 response until the mail server has the email.',
    ['kind'],
    buckets,
  );
  return {
    ...metrics,
    notifications: metrics.counter(
      'enquiries_mails_total',
      'Attempts to deliver a notification, by outcome.',
      ['kind', 'outcome'],
    ),
    jobFailures: metrics.counter(
      'enquiries_job_failures_total',
      'Failed attempts of jobs: retried, or failed for good.',
      ['task', 'outcome'],
    ),
    stored: (acceptedAt: Date) => toStored.observe(secondsSince(acceptedAt)),
    mailed: (kind: string, acceptedAt: Date) =>
      toMailed.observe({ kind }, secondsSince(acceptedAt)),
  };
}

function secondsSince(date: Date): number {
  return Math.max(0, (Date.now() - date.getTime()) / 1_000);
}
