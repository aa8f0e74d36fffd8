import type { Queue } from 'bullmq';

import { oldestJobs } from '../../../platform/oldest-jobs.ts';
import type { Database } from '../../../storage/connection.ts';
import { runPrepared } from '../../server/run-action.ts';
import { unlessDown } from '../../server/staff-database.ts';
import { TaskError, type TaskContext } from '../../server/task.ts';
import { queueNames, type QueueName } from './actions.ts';

/** The maximum number of audit records searched to find who paused a queue. */
const maxRecords = 200;

interface Pause {
  by: string;
  at: Date;
  reason?: string;
}

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

/**
 * Reads the job counts of every queue, and who paused it. While MongoDB is down, it is unknown who
 * paused a queue.
 */
export async function readQueueStates({
  queues,
  database,
}: Pick<TaskContext, 'queues' | 'database'>) {
  const opened = await queues();
  const states = await Promise.all(queueNames.map((name) => readState(name, opened[name])));
  if (states.every(({ paused }) => paused === null)) return states;
  const pauses = await unlessDown(async () => readPauses(await database()));
  return states.map((state) => ({
    ...state,
    paused: state.paused && (pauses?.get(state.name) ?? {}),
  }));
}

async function readState(name: QueueName, queue: Queue) {
  const [counts, { due, retried }, isPaused] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    oldestJobs(queue),
    queue.isPaused(),
  ]);
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return {
    ...{ name, waiting, active, delayed, failed },
    oldest: Math.max(due, retried),
    paused: isPaused ? ({} as Partial<Pause>) : null,
  };
}

/** Who last paused each queue, from the audit trail. */
async function readPauses({ audit }: Database): Promise<Map<string, Pause>> {
  const records = await audit.read({ actions: ['queue.pause'], limit: maxRecords });
  const pauses = new Map<string, Pause>();
  for (const { actor: by, at, subject, outcome } of records) {
    const [queue = ''] = subject.conditions;
    if (pauses.has(queue) || outcome === 'failed' || outcome === 'refused') continue;
    pauses.set(queue, { by, at, ...(subject.reason ? { reason: subject.reason } : {}) });
  }
  return pauses;
}
