import type { WorkerContext } from './context.ts';

/** Lets jobs that failed while MongoDB was away run now, not when their delay is over. */
export async function promoteDelayedJobs({ queues, logger }: WorkerContext): Promise<void> {
  try {
    await queues.submissions.promoteJobs();
    await queues.notifications.promoteJobs();
  } catch (error) {
    logger.warn({ err: error }, 'delayed jobs keep their delay');
  }
}
