import type { Queue } from 'bullmq';

import { createMetrics } from '#server/metrics.ts';

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
  };
}
