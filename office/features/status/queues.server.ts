import type { Queue } from 'bullmq';

import { oldestWait } from '../../checks/queues.ts';
import { runPrepared } from '../../server/run-action.ts';
import { TaskError, type TaskContext } from '../../server/task.ts';
import { queueNames, type QueueName } from './actions.ts';

/**
 * Pauses or resumes a queue. While it is paused, active jobs finish and new ones wait.
 *
 * @throws TaskError if the queue is already in the wanted state, or Redis does not answer.
 */
export async function setPaused(
  context: TaskContext,
  name: QueueName,
  paused: boolean,
  reason: string,
): Promise<void> {
  const action = paused ? 'queue.pause' : 'queue.resume';
  await runPrepared(context, action, { conditions: [name], reason }, async () => {
    const queue: Queue = (await context.queues())[name];
    if ((await queue.isPaused()) === paused) {
      throw new TaskError('conflict', `${name} ${paused ? 'is already paused' : 'is not paused'}.`);
    }
    return { work: () => (paused ? queue.pause() : queue.resume()) };
  });
}

/**
 * Retries the failed jobs of a queue with their full number of attempts, except those that a
 * colleague is retrying at the same time. Resolves to the number of jobs queued.
 *
 * @throws TaskError if the queue has no failed jobs, or Redis does not answer.
 */
export function retryFailedJobs(
  context: TaskContext,
  name: QueueName,
  reason: string,
): Promise<number> {
  const conditions = [name, 'failed'];
  return runPrepared(context, 'queue.retry-failed', { conditions, reason }, async () => {
    const queue: Queue = (await context.queues())[name];
    const ids = await queue.getRanges(['failed'], 0, -1);
    if (ids.length === 0) throw new TaskError('conflict', `${name} has no failed jobs.`);
    return {
      about: { ids },
      async work(record) {
        let jobs = 0;
        for (const id of ids) {
          if (await retry(queue, id)) record.counts = { jobs: (jobs += 1) };
        }
        return jobs;
      },
    };
  });
}

/**
 * Retries a job and resets its number of attempts, which BullMQ's `retryJobs` does not do. Resolves
 * to false if the job has not failed or does not exist.
 */
async function retry(queue: Queue, id: string): Promise<boolean> {
  const job = await queue.getJob(id);
  try {
    await job?.retry('failed', { resetAttemptsMade: true });
    return job !== undefined;
  } catch (error) {
    if (await job?.isFailed()) throw error;
    return false;
  }
}

/** Reads the job counts of every queue. */
export async function readQueues({ queues }: Pick<TaskContext, 'queues'>) {
  const opened = await queues();
  return Promise.all(
    queueNames.map(async (name) => {
      const queue: Queue = opened[name];
      const [counts, oldest, isPaused] = await Promise.all([
        queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
        oldestWait(queue),
        queue.isPaused(),
      ]);
      const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
      return { name, waiting, active, delayed, failed, oldest, isPaused };
    }),
  );
}
