import type { Job, Queue } from 'bullmq';

import { failedKeptFor } from '../../../contract/jobs.ts';
import { referenceOf } from '../../../contract/reference.ts';
import type { Queues } from '../../../platform/queues.ts';
import type { RedisClient } from '../../../platform/redis.ts';
import {
  countSetAside,
  isSetAside,
  readSetAside,
  setAsideField,
  setAsideKey,
  type SetAsideMark,
} from '../../../platform/set-aside.ts';
import { run } from '../../server/run-action.ts';
import { TaskError, type TaskContext } from '../../server/task.ts';

/** The queues whose failed jobs need a decision. Jobs of the others recur. */
const decidedQueues = ['submissions', 'notifications'] as const;

/** How many jobs are changed under one record of the audit trail. */
const batchSize = 500;
const shownReferences = 5;

/** Selects failed jobs by queue, cause and whether they were set aside. */
export interface FailedSelection {
  queue: keyof Queues;
  cause: string;
  setAside: boolean;
}

export interface FailedJobs extends FailedSelection {
  count: number;
  first: Date;
  last: Date;
  references: string[];
  mark: SetAsideMark | null;
}

/** A failed job without its data. */
export type FailedJob = Pick<Job, 'id' | 'failedReason' | 'finishedOn'>;

/** The failed jobs of every queue by cause, the largest group first. */
export async function listFailedJobs(
  context: Pick<TaskContext, 'queues' | 'redis' | 'queuePrefix'>,
) {
  const queues = await context.queues();
  const marks = await readSetAside(await context.redis(), context.queuePrefix);
  const groups = [];
  for (const queue of decidedQueues) {
    groups.push(...groupFailed(queue, await queues[queue].getFailed(), marks));
  }
  return groups.sort((one, other) => other.count - one.count);
}

/** The number of failed jobs of a queue that nobody has set aside. */
export async function countUndecided(
  context: Pick<TaskContext, 'redis' | 'queuePrefix'>,
  queue: Queue,
): Promise<number> {
  const failed = await queue.getFailedCount();
  if (failed === 0) return 0;
  return failed - (await countSetAside(await context.redis(), context.queuePrefix, queue));
}

/** The failed jobs of a queue by cause; those set aside are grouped separately. */
export function groupFailed(
  queue: keyof Queues,
  jobs: readonly FailedJob[],
  marks: ReadonlyMap<string, SetAsideMark>,
): FailedJobs[] {
  const groups = new Map<string, FailedJobs>();
  const newestFirst = jobs.toSorted((one, other) => finishedAt(other) - finishedAt(one));
  for (const job of newestFirst) {
    const { id = '', failedReason: cause } = job;
    const at = new Date(finishedAt(job));
    const mark = markOf(queue, job, marks);
    const setAside = mark !== undefined;
    const key = `${setAside} ${cause}`;
    const group = groups.get(key) ?? {
      ...{ queue, cause, setAside, count: 0, first: at, last: at, references: [] },
      mark: mark ?? null,
    };
    groups.set(key, group);
    group.count += 1;
    group.first = at;
    const reference = uuid.test(id) ? referenceOf(id) : '';
    const isShown = reference !== '' && !group.references.includes(reference);
    if (isShown && group.references.length < shownReferences) group.references.push(reference);
  }
  return [...groups.values()];
}

// Every job about a submission has an id that begins with the submission's.
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

function finishedAt({ finishedOn = 0 }: FailedJob): number {
  return finishedOn;
}

/** The mark of a job, unless it has failed again since. */
function markOf(
  queue: string,
  job: FailedJob,
  marks: ReadonlyMap<string, SetAsideMark>,
): SetAsideMark | undefined {
  const mark = marks.get(setAsideField(queue, job.id));
  return isSetAside(mark, finishedAt(job)) ? mark : undefined;
}

/**
 * Retries jobs with all their attempts, except those that someone else has handled since.
 * Returns the number of jobs queued.
 */
export function retryFailedJobs(
  context: TaskContext,
  selection: FailedSelection,
  reason: string,
): Promise<number> {
  return changeFailed(context, 'queue.retry-failed', selection, reason, async (_queue, job) => {
    try {
      await job.retry('failed', { resetAttemptsMade: true });
      return true;
    } catch (error) {
      if (await job.isFailed()) throw error;
      return false;
    }
  });
}

/**
 * Sets jobs aside: they stay failed, for as long as any other, and are no longer reported unless they
 * fail again after a retry. Returns the number of jobs.
 */
export async function setAsideFailedJobs(
  context: TaskContext,
  selection: FailedSelection,
  reason: string,
): Promise<number> {
  const redis = await context.redis();
  const key = setAsideKey(context.queuePrefix);
  const mark: SetAsideMark = { by: context.actor, at: new Date().toISOString(), reason };
  await forgetOldMarks(redis, context.queuePrefix);
  return changeFailed(context, 'queue.set-aside', selection, reason, async (queue, job) => {
    await redis.hset(key, setAsideField(queue.name, job.id), JSON.stringify(mark));
    return true;
  });
}

async function changeFailed(
  context: TaskContext,
  action: 'queue.retry-failed' | 'queue.set-aside',
  selection: FailedSelection,
  reason: string,
  change: (queue: Queue, job: Job) => Promise<boolean>,
): Promise<number> {
  const queue: Queue = (await context.queues())[selection.queue];
  const marks = await readSetAside(await context.redis(), context.queuePrefix);
  const jobs = (await queue.getFailed()).filter(
    (job) =>
      job.failedReason === selection.cause &&
      (markOf(queue.name, job, marks) !== undefined) === selection.setAside,
  );
  if (jobs.length === 0) {
    throw new TaskError('conflict', 'These jobs no longer exist: a colleague has changed them.');
  }
  let changed = 0;
  for (let start = 0; start < jobs.length; start += batchSize) {
    const batch = jobs.slice(start, start + batchSize);
    const ids = batch.flatMap(({ id }) => id ?? []);
    const subject = { ids, conditions: [queue.name, 'failed', selection.cause], reason };
    changed += await run(context, action, subject, async (record) => {
      let count = 0;
      for (const job of batch) {
        if (!(await change(queue, job))) continue;
        count += 1;
        record.counts = { jobs: count };
      }
      return count;
    });
  }
  return changed;
}

/** Removes the marks of deleted jobs. */
async function forgetOldMarks(redis: RedisClient, prefix: string): Promise<void> {
  const oldest = Date.now() - failedKeptFor * 1_000;
  const marks = [...(await readSetAside(redis, prefix))];
  const old = marks.filter(([, { at }]) => Date.parse(at) < oldest);
  if (old.length > 0) await redis.hdel(setAsideKey(prefix), ...old.map(([field]) => field));
}
