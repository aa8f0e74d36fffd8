import { promotions } from '../contract/jobs.ts';
import type { WorkerContext } from './context.ts';

/**
 * Lets jobs that failed while MongoDB was away run now, not when their delay is over; no more often
 * than they have attempts for, whatever the number of workers.
 */
export async function promoteDelayedJobs(context: WorkerContext): Promise<void> {
  const { queues, logger } = context;
  try {
    if (!(await mayPromote(context))) return;
    await queues.submissions.promoteJobs();
    await queues.notifications.promoteJobs();
  } catch (error) {
    logger.warn({ err: error }, 'delayed jobs keep their delay');
  }
}

async function mayPromote({ redis, config }: WorkerContext): Promise<boolean> {
  const key = `${config.queuePrefix}:promotions`;
  // Together, so that no count is left without an end.
  const answers = await redis.multi().set(key, 0, 'PX', promotions.within, 'NX').incr(key).exec();
  return Number(answers?.[1]?.[1]) <= promotions.most;
}
