import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';

import { notificationJobId } from '../../../contract/jobs.ts';
import { notificationKinds } from '../../../contract/notifications.ts';
import { redisNodes } from '../../../platform/redis.ts';
import { compactSubmissions, eraseSubmissions } from '../../../storage/submissions.ts';
import { run } from '../../server/run-action.ts';
import { TaskError, type TaskContext } from '../../server/task.ts';
import { findPersonalData, type PersonalData } from './find-personal-data.server.ts';
import { removeJob } from '../../server/remove-job.ts';

// A mail that was being written during one search is found by the next.
const mostRounds = 5;
const rewriteTimeout = 120_000;

/** Whether nothing is held. */
export function isNothing({ submissions, jobs, keys, mails }: PersonalData): boolean {
  return submissions.length + jobs.length + keys.length + mails.length === 0;
}

/**
 * Erases what was found, and what comes in meanwhile. `compacted` says of each store whether it has
 * rewritten its files, so that nothing is left on the disk. The ids are in the audit trail before
 * anything is deleted, for whoever has to finish or to repeat it.
 *
 * @throws TaskError when more keeps coming, or a worker holds a job for too long.
 */
export function erasePersonalData(context: TaskContext, found: PersonalData) {
  return run(context, 'person.erase', { ids: found.ids }, () => ({
    async work(record) {
      const erased = { submissions: 0, jobs: 0, keys: 0, mails: 0 };
      record.counts = erased;
      const ids = new Set(found.ids);
      let left = found;
      for (let round = 0; round < mostRounds && !isNothing(left); round += 1) {
        await erase(context, left, erased);
        left = await findPersonalData(context, found.sought);
        const more = left.ids.filter((id) => !ids.has(id));
        if (more.length > 0) await record.include(more);
        for (const id of more) ids.add(id);
      }
      if (!isNothing(left)) {
        throw new TaskError('unavailable', 'More of this person keeps coming. Try again later.');
      }
      await forgetEvents(context);
      context.onProgress?.('Redis: writing its file anew …');
      const rewritten = await Promise.all(redisNodes(await context.redis()).map(rewriteFile));
      context.onProgress?.('MongoDB: writing its file anew …');
      const mongodb = await compactSubmissions(await context.database());
      return { erased, ids: [...ids], compacted: { redis: rewritten.every(Boolean), mongodb } };
    },
  }));
}

/**
 * Deletes and counts in the order in which one would make the next: the job that stores a
 * submission, the submission, the jobs that send its mails, the mails.
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
    onProgress?.(`Submission jobs: ${index} of ${ids.length} …`);
    if (await removeJob(submissions, id)) erased.jobs += 1;
  }
  onProgress?.('MongoDB: deleting …');
  erased.submissions += await eraseSubmissions(database, ids);
  for (const [index, id] of ids.entries()) {
    onProgress?.(`Mail jobs: ${index} of ${ids.length} …`);
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
 * Empties the queues' notes of what has happened to jobs. A repetition is noted there with the
 * fingerprint of what was sent; nothing reads the notes but a developer who watches a queue.
 */
async function forgetEvents(context: TaskContext): Promise<void> {
  const redis = await context.redis();
  const { submissions, notifications, maintenance } = await context.queues();
  const keys = [submissions, notifications, maintenance].map((queue) => queue.toKey('events'));
  await Promise.all(keys.map((key) => redis.xtrim(key, 'MAXLEN', 0)));
}

/**
 * Has Redis rewrite its append-only file, without what has been deleted, and waits for it. Returns
 * whether it did: a Redis that keeps no such file has nothing to rewrite.
 */
async function rewriteFile(redis: Redis): Promise<boolean> {
  const deadline = Date.now() + rewriteTimeout;
  if (!/^aof_enabled:1/m.test(await redis.info('persistence'))) return false;
  // A rewrite that began before the deletion would keep what was deleted since.
  await waitForRewrite(redis, deadline);
  await redis.bgrewriteaof();
  await waitForRewrite(redis, deadline);
  return /^aof_last_bgrewrite_status:ok/m.test(await redis.info('persistence'));
}

async function waitForRewrite(redis: Redis, deadline: number): Promise<void> {
  while (/^aof_rewrite_(?:in_progress|scheduled):1/m.test(await redis.info('persistence'))) {
    if (Date.now() > deadline) throw new Error('Redis does not finish writing its file anew.');
    await sleep(100);
  }
}
