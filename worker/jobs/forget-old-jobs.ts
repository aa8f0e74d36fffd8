import { sendNotificationJob, storeSubmissionJob } from '../../contract/jobs.ts';
import type { WorkerContext } from '../context.ts';

const mostAtOnce = 10_000;

/**
 * Removes the jobs that have been done or given up for longer than their policy keeps them. BullMQ
 * does so by itself only when the next job of the same queue ends in the same way, which for the
 * ones that are given up may be never.
 */
export async function forgetOldJobs({ queues }: Pick<WorkerContext, 'queues'>): Promise<void> {
  for (const [queue, { policy }] of [
    [queues.submissions, storeSubmissionJob],
    [queues.notifications, sendNotificationJob],
  ] as const) {
    await queue.clean(policy.removeOnFail.age * 1_000, mostAtOnce, 'failed');
    await queue.clean(policy.removeOnComplete.age * 1_000, mostAtOnce, 'completed');
  }
}
