import type { Job, Queue } from 'bullmq';

import { storeSubmissionJob } from '../../../contract/jobs.ts';
import { replyTargetOf } from '../../../contract/reply-target.ts';
import { documentOf, storeDocuments } from '../../../storage/submissions.ts';
import { oldestWait } from '../../checks/queues.ts';
import { removeJob } from '../../server/remove-job.ts';
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
 * Retries the failed jobs of a queue with their full number of attempts. Resolves to the number of
 * jobs queued.
 *
 * @throws TaskError if the queue has no failed jobs, or Redis does not answer.
 */
export function retryFailedJobs(
  context: TaskContext,
  name: QueueName,
  reason: string,
): Promise<number> {
  return changeFailedJobs(context, 'queue.retry-failed', name, reason, async (job) => {
    // BullMQ's `retryJobs` would keep the number of attempts.
    await job.retry('failed', { resetAttemptsMade: true });
    return true;
  });
}

/**
 * Removes the failed jobs of a queue, after it has stored the enquiries in them. Jobs that this
 * release cannot read stay. Resolves to the number of jobs removed.
 *
 * @throws TaskError as `retryFailedJobs`.
 */
export function removeFailedJobs(
  context: TaskContext,
  name: QueueName,
  reason: string,
): Promise<number> {
  return changeFailedJobs(context, 'queue.remove-failed', name, reason, async (job, queue) => {
    const isSafe = name !== storeSubmissionJob.queue || (await storeEnquiry(context, job));
    return isSafe && removeJob(queue, job.id ?? '');
  });
}

function changeFailedJobs(
  context: TaskContext,
  action: 'queue.retry-failed' | 'queue.remove-failed',
  name: QueueName,
  reason: string,
  change: (job: Job, queue: Queue) => Promise<boolean>,
): Promise<number> {
  const conditions = [name, 'failed'];
  return runPrepared(context, action, { conditions, reason }, async () => {
    const queue: Queue = (await context.queues())[name];
    const ids = await queue.getRanges(['failed'], 0, -1);
    if (ids.length === 0) throw new TaskError('conflict', `${name} has no failed jobs.`);
    return {
      about: { ids },
      async work(record) {
        let jobs = 0;
        for (const id of ids) {
          const job = await queue.getJob(id);
          // A colleague may be changing the same jobs.
          if (!(await job?.isFailed())) continue;
          if (job && (await change(job, queue))) record.counts = { jobs: (jobs += 1) };
        }
        return jobs;
      },
    };
  });
}

/** Stores the enquiry of a job, unless it is stored. Resolves to false if it cannot be read. */
async function storeEnquiry(context: TaskContext, { data }: Job): Promise<boolean> {
  if ((data as { stored?: unknown } | null)?.stored === true) return true;
  const parsed = storeSubmissionJob.schema.safeParse(data);
  if (!parsed.success) return false;
  const { acceptedAt, acknowledge, ...payload } = parsed.data;
  const document = documentOf({
    ...payload,
    acceptedAt: new Date(acceptedAt),
    storedAt: new Date(),
    unacknowledged: acknowledge === false ? 'its job was removed' : undefined,
    retentionMonths: context.retentionMonths,
    replyTarget: replyTargetOf(context.letters.company),
  });
  // The worker's sweep finds its notifications, which have no jobs.
  await storeDocuments(await context.database(), [document]);
  return true;
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
