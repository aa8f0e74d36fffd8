import type { Job, Queue } from 'bullmq';

import { storeSubmissionJob } from '#contract/jobs.ts';
import { findSubmission } from '#storage/submissions.ts';
import { runChecks, worstOf } from '../checks/run-checks.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { perform } from '../server/perform.ts';
import { removeJob } from '../server/remove-job.ts';
import { unlessDown } from '../server/staff-database.ts';
import type { TaskContext } from '../server/task.ts';
import type { statusApi } from './api.ts';
import { queueNames, type QueueName } from './words.ts';

/** The handlers of the page Status, which also reads while a store is down. */
export function statusHandlers({
  checked,
  stores,
}: Pick<Context, 'checked' | 'stores'>): Pick<Handlers, keyof typeof statusApi> {
  return {
    async 'status.read'() {
      const [findings, queues = null] = await Promise.all([
        runChecks(checked),
        unlessDown(() => readQueues(stores)),
      ]);
      return { level: worstOf(findings), findings, queues };
    },
    'queue.retry-failed': (task, { queue }) =>
      // BullMQ's `retryJobs` would keep the number of attempts.
      changeFailedJobs(task, 'queue.retry-failed', queue, (job) =>
        job.retry('failed', { resetAttemptsMade: true }),
      ),
    'queue.remove-failed': (task, { queue: name }) =>
      changeFailedJobs(task, 'queue.remove-failed', name, async (job, queue) => {
        const isSafe = name !== storeSubmissionJob.queue || (await isStored(task, job));
        if (isSafe) await removeJob(queue, job.id ?? '');
      }),
    'queue.pause': (task, { queue }) =>
      perform(task, 'queue.pause', { conditions: [queue] }, async () => {
        await (await task.queues())[queue].pause();
        return {};
      }),
    'queue.resume': (task, { queue }) =>
      perform(task, 'queue.resume', { conditions: [queue] }, async () => {
        await (await task.queues())[queue].resume();
        return {};
      }),
  };
}

async function changeFailedJobs(
  task: TaskContext,
  action: 'queue.retry-failed' | 'queue.remove-failed',
  name: QueueName,
  change: (job: Job, queue: Queue) => Promise<void>,
): Promise<Record<string, never>> {
  const queue: Queue = (await task.queues())[name];
  const ids = await queue.getRanges(['failed'], 0, -1);
  return perform(task, action, { ids, conditions: [name] }, async () => {
    for (const id of ids) {
      const job = await queue.getJob(id);
      // A colleague may be changing the same jobs.
      if (job && (await job.isFailed())) await change(job, queue);
    }
    return {};
  });
}

/** Whether the enquiry of a job is stored, so that nothing is lost with the job. */
async function isStored({ database }: TaskContext, { data, id = '' }: Job): Promise<boolean> {
  if ((data as { stored?: unknown } | null)?.stored === true) return true;
  return (await findSubmission(await database(), id)) !== null;
}

async function readQueues({ queues }: Pick<TaskContext, 'queues'>) {
  const opened = await queues();
  return Promise.all(
    queueNames.map(async (name) => {
      const queue: Queue = opened[name];
      const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
      const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
      return { name, waiting, active, delayed, failed, isPaused: await queue.isPaused() };
    }),
  );
}
