import type { Job, Queue } from 'bullmq';

import { storeSubmissionJob } from '#contract/jobs.ts';
import { findSubmission } from '#storage/submissions.ts';
import type { InputOf } from '../api.ts';
import { describeAge } from '../checks/check.ts';
import { oldestWait } from '../checks/queues.ts';
import { runChecks, worstOf } from '../checks/run-checks.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { perform } from '../server/perform.ts';
import { removeJob } from '../server/remove-job.ts';
import { shareResult } from '../server/share-results.ts';
import { unlessDown } from '../server/staff-database.ts';
import { TaskError, type TaskContext } from '../server/task.ts';
import type { statusApi } from './api.ts';
import { queueNames } from './words.ts';

/** Milliseconds for which all viewers share an answer. */
const answerLasts = 10_000;

/** The handlers of the page Status, which also work while a store is down. */
export function statusHandlers({
  checked,
  stores,
}: Pick<Context, 'checked' | 'stores'>): Pick<Handlers, keyof typeof statusApi> {
  const look = shareResult(answerLasts, async () => {
    const [findings, queues] = await Promise.all([
      runChecks(checked),
      unlessDown(() => readQueues(stores)),
    ]);
    return { level: worstOf(findings), findings, queues: queues ?? null };
  });
  /** Waits for a change. The next answer then shows it. */
  const afterwards = <Result>(change: Promise<Result>) => change.finally(look.invalidate);
  return {
    'status.read': () => look(),
    'queue.retry-failed': (task, input) =>
      afterwards(
        changeFailedJobs(task, 'queue.retry-failed', input, async (job) => {
          // BullMQ's `retryJobs` would keep the number of attempts.
          await job.retry('failed', { resetAttemptsMade: true });
          return true;
        }),
      ),
    'queue.remove-failed': (task, input) =>
      afterwards(
        changeFailedJobs(task, 'queue.remove-failed', input, async (job, queue) => {
          const isSafe = input.queue !== storeSubmissionJob.queue || (await isStored(task, job));
          return isSafe && removeJob(queue, job.id ?? '');
        }),
      ),
    'queue.pause': (task, input) => afterwards(setPaused(task, 'queue.pause', input)),
    'queue.resume': (task, input) => afterwards(setPaused(task, 'queue.resume', input)),
  };
}

/** Whether the enquiry of a job is stored, so that nothing is lost with the job. */
async function isStored({ database }: TaskContext, { data, id = '' }: Job): Promise<boolean> {
  if ((data as { stored?: unknown } | null)?.stored === true) return true;
  return (await findSubmission(await database(), id)) !== null;
}

async function changeFailedJobs(
  task: TaskContext,
  action: 'queue.retry-failed' | 'queue.remove-failed',
  { queue: name, reason }: InputOf<'queue.retry-failed'>,
  change: (job: Job, queue: Queue) => Promise<boolean>,
): Promise<{ changed: number }> {
  const queue: Queue = (await task.queues())[name];
  const ids = await queue.getRanges(['failed'], 0, -1);
  return perform(task, action, { ids, conditions: [name], reason }, async () => {
    if (ids.length === 0) throw new TaskError('conflict', `${name} has no failed jobs.`);
    let changed = 0;
    for (const id of ids) {
      const job = await queue.getJob(id);
      // A colleague may be changing the same jobs.
      if (job && (await job.isFailed()) && (await change(job, queue))) changed += 1;
    }
    return { changed };
  });
}

async function setPaused(
  task: TaskContext,
  action: 'queue.pause' | 'queue.resume',
  { queue: name, reason }: InputOf<'queue.pause'>,
): Promise<Record<string, never>> {
  const queue: Queue = (await task.queues())[name];
  const isPausing = action === 'queue.pause';
  return perform(task, action, { conditions: [name], reason }, async () => {
    if ((await queue.isPaused()) === isPausing) {
      const already = isPausing ? 'is already paused' : 'is not paused';
      throw new TaskError('conflict', `${name} ${already}.`);
    }
    await (isPausing ? queue.pause() : queue.resume());
    return {};
  });
}

async function readQueues({ queues }: Pick<TaskContext, 'queues'>) {
  const opened = await queues();
  return Promise.all(
    queueNames.map(async (name) => {
      const queue: Queue = opened[name];
      const [counts, wait, isPaused] = await Promise.all([
        queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
        oldestWait(queue),
        queue.isPaused(),
      ]);
      const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
      const oldest = wait < 1_000 ? '' : describeAge(wait);
      return { name, waiting, active, delayed, failed, oldest, isPaused };
    }),
  );
}
