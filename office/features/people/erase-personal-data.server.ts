import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';

import { notificationJobId } from '../../../contract/jobs.ts';
import { notificationKinds } from '../../../contract/notifications.ts';
import { compactSubmissions, eraseSubmissions } from '../../../storage/correct-and-erase.ts';
import { run } from '../../server/run-action.ts';
import { TaskError, type TaskContext } from '../../server/task.ts';
import { findPersonalData, type PersonalData } from './find-personal-data.server.ts';
import { removeJob } from '../../server/remove-job.ts';

// Data can arrive during a search, for example an email that is being written. The search and the
// erasure are repeated until nothing is found, at most this number of times.
const maxRounds = 5;
const rewriteTimeout = 120_000;

/** Whether a search found nothing that can be erased. */
function isNothing({ submissions, jobs, keys, mails }: PersonalData): boolean {
  return submissions.length + jobs.length + keys.length + mails.length === 0;
}

/**
 * Erases the data found, and any that arrives during the erasure. `compacted` says whether each
 * store has rewritten its files; MongoDB may do so only in part. The audit trail records the ids
 * before anything is deleted, so that an interrupted erasure can be completed or repeated.
 *
 * @throws TaskError if new data keeps arriving, or a worker holds a job for too long.
 * @throws Error if Redis does not finish rewriting its file within two minutes.
 */
export function erasePersonalData(context: TaskContext, found: PersonalData) {
  return run(context, 'person.erase', { ids: found.ids }, async (record) => {
    const erased = { submissions: 0, jobs: 0, keys: 0, mails: 0 };
    record.counts = erased;
    const ids = new Set(found.ids);
    let left = found;
    for (let round = 0; round < maxRounds && !isNothing(left); round += 1) {
      await erase(context, left, erased);
      left = await findPersonalData(context, found.search);
      const more = left.ids.filter((id) => !ids.has(id));
      if (more.length > 0) await record.include(more);
      for (const id of more) ids.add(id);
    }
    if (!isNothing(left)) {
      throw new TaskError(
        'unavailable',
        'New data about this person keeps arriving. Try again later.',
      );
    }
    await forgetEvents(context);
    context.onProgress?.('Redis: rewriting its file …');
    const rewritten = await rewriteFile(await context.redis());
    context.onProgress?.('MongoDB: compacting …');
    const mongodb = await compactSubmissions(await context.database());
    return { erased, ids: [...ids], compacted: { redis: rewritten, mongodb } };
  });
}

/**
 * Deletes data in the order of its creation, so that no job creates it again: first the job that
 * stores a submission, then the submission, the jobs of its emails, and the emails. Adds to the
 * counts in `erased`.
 */
async function erase(
  context: TaskContext,
  { ids, keys, mails }: PersonalData,
  erased: Record<'submissions' | 'jobs' | 'keys' | 'mails', number>,
): Promise<void> {
  const { onProgress } = context;
  const database = await context.database();
  const { submissions, notifications } = await context.queues();
  const redis = await context.redis();
  for (const [index, id] of ids.entries()) {
    onProgress?.(`Enquiry jobs: ${index} of ${ids.length} …`);
    if (await removeJob(submissions, id)) erased.jobs += 1;
  }
  onProgress?.('MongoDB: deleting …');
  erased.submissions += await eraseSubmissions(database, ids);
  for (const [index, id] of ids.entries()) {
    onProgress?.(`Email jobs: ${index} of ${ids.length} …`);
    for (const kind of notificationKinds) {
      if (await removeJob(notifications, notificationJobId(id, kind))) erased.jobs += 1;
    }
  }
  if (keys.length > 0) await redis.del(keys);
  erased.keys += keys.length;
  for (const { file } of mails) await rm(file, { force: true });
  erased.mails += mails.length;
}

/**
 * Empties the queues' event streams, which contain content hashes of duplicate enquiries. At worst,
 * an open page misses a live update.
 */
async function forgetEvents(context: TaskContext): Promise<void> {
  const redis = await context.redis();
  const { submissions, notifications, maintenance } = await context.queues();
  const keys = [submissions, notifications, maintenance].map((queue) => queue.toKey('events'));
  await Promise.all(keys.map((key) => redis.xtrim(key, 'MAXLEN', 0)));
}

/**
 * Makes Redis rewrite its append-only file without the deleted data, and waits until that is done.
 * Returns whether the rewrite succeeded; false also if Redis has no append-only file.
 */
async function rewriteFile(redis: Redis): Promise<boolean> {
  const deadline = Date.now() + rewriteTimeout;
  if (!/^aof_enabled:1/m.test(await redis.info('persistence'))) return false;
  // A rewrite that started before the deletion can still contain the data.
  await waitForRewrite(redis, deadline);
  await redis.bgrewriteaof().catch((error: unknown) => {
    // A rewrite that is in progress now began after the deletion, so waiting for it is enough.
    if (!/already in progress/.test(String(error))) throw error;
  });
  await waitForRewrite(redis, deadline);
  return /^aof_last_bgrewrite_status:ok/m.test(await redis.info('persistence'));
}

async function waitForRewrite(redis: Redis, deadline: number): Promise<void> {
  while (/^aof_rewrite_(?:in_progress|scheduled):1/m.test(await redis.info('persistence'))) {
    if (Date.now() > deadline)
      throw new Error('Redis has not finished rewriting its file. Try again later.');
    await sleep(100);
  }
}
