import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { acknowledgedKey } from '#contract/email-counters.ts';
import { notificationJobId } from '#contract/jobs.ts';
import { notificationKinds } from '#contract/notifications.ts';
import { compactSubmissions, eraseSubmissions, type PersonSearch } from '#storage/people.ts';
import { perform } from '../server/perform.ts';
import { removeJob } from '../server/remove-job.ts';
import { TaskError, type TaskContext } from '../server/task.ts';
import { findHeldData, type HeldData } from './find.server.ts';

const maxRounds = 5;
/** Milliseconds to wait while Redis is already rewriting its file. */
const rewriteWait = 15_000;

/**
 * Erases what a search finds, and repeats that until it finds nothing, because an enquiry or an
 * email can arrive in the meantime. The audit trail and the log have the ids of each round before it
 * begins, so that an interrupted erasure can be repeated, and a restore leaves them out.
 *
 * @throws TaskError if more keeps arriving, or a worker holds a job for too long.
 */
export async function erasePerson(task: TaskContext, search: PersonSearch) {
  const ids = new Set<string>();
  let emails = 0;
  let enquiries = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const held = await findHeldData(task, search);
    const { mails, mentionedIn } = held;
    if (round > 0 && held.enquiries.length + mails.length === 0) {
      await rewriteFiles(task);
      return { enquiries, emails, mentionedIn, ids: [...ids] };
    }
    await perform(task, 'person.erase', { ids: held.ids }, () => {
      // The log outlives MongoDB, and `restore --erased` reads it.
      task.letters.logger?.info({ action: 'person.erase', ids: held.ids }, 'enquiries erased');
      return eraseOnce(task, held);
    });
    enquiries += held.enquiries.length;
    emails += mails.length;
    for (const id of held.ids) ids.add(id);
  }
  throw new TaskError('unavailable', 'More keeps arriving from this person. Try again later.');
}

/** Erases in the order in which data moves, so that no job creates it again. */
async function eraseOnce(task: TaskContext, { email, ids, mails }: HeldData): Promise<void> {
  const { submissions, notifications } = await task.queues();
  const redis = await task.redis();
  await Promise.all(ids.map((id) => removeJob(submissions, id)));
  await eraseSubmissions(await task.database(), ids);
  const emailJobs = ids.flatMap((id) =>
    notificationKinds.map((kind) => notificationJobId(id, kind)),
  );
  await Promise.all(emailJobs.map((id) => removeJob(notifications, id)));
  for (const { file } of mails) await rm(file, { force: true });
  if (email) await redis.del(acknowledgedKey(task.queuePrefix, email));
  // The queue's events contain the hashes of enquiries that were sent twice.
  await redis.xtrim(submissions.toKey('events'), 'MAXLEN', 0);
}

/** Asks Redis and MongoDB to rewrite their files without the erased data, now or soon. */
async function rewriteFiles(task: TaskContext): Promise<void> {
  const redis = await task.redis();
  const deadline = Date.now() + rewriteWait;
  // A rewrite that began before the erasure still contains the data.
  while (/^aof_rewrite_(?:in_progress|scheduled):1/m.test(await redis.info('persistence'))) {
    if (Date.now() > deadline) break;
    await sleep(100);
  }
  // A managed Redis may not allow it.
  await redis.bgrewriteaof().catch(() => undefined);
  await compactSubmissions(await task.database());
}
