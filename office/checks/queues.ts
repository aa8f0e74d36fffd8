import type { Job, JobType, Queue } from 'bullmq';

import { storeSubmissionJob } from '#contract/jobs.ts';
import { readProcesses, silentAfter } from '#server/heartbeat.ts';
import { findFailedWebhooks } from '#storage/notifications.ts';
import {
  critical,
  describeAge,
  graded,
  ok,
  warning,
  type CheckContext,
  type Result,
} from './check.ts';

/** Limits for the wait of the oldest job, in milliseconds. */
const late = { warning: 60_000, critical: 300_000 };
/** How many jobs to read of each state: a list is nearly sorted by age, so one is too few. */
const sample = 10;
const dayInMilliseconds = 86_400_000;

export async function checkWorker({ redis, queuePrefix }: CheckContext): Promise<Result> {
  const { now, processes } = await readProcesses(await redis(), queuePrefix);
  const workers = processes.filter(({ service }) => service === 'worker');
  const alive = workers.filter(({ seenAt }) => now - seenAt <= silentAfter);
  if (alive.length > 0) {
    return ok(`Running: ${alive.map(({ host, version }) => `${version} on ${host}`).join(', ')}.`);
  }
  const silentFor = describeAge(now - Math.max(...workers.map(({ seenAt }) => seenAt)));
  const says =
    workers.length === 0
      ? 'No worker has sent a heartbeat in the last day.'
      : `No worker is running, or it has hung. The last one was seen ${silentFor} ago.`;
  return critical(says, 'Restart the worker.');
}

export async function checkWaitingJobs({ queues }: CheckContext): Promise<Result> {
  const allQueues = Object.values(await queues()) as Queue[];
  const paused = await Promise.all(allQueues.map((queue) => queue.isPaused()));
  const names = allQueues.filter((_queue, index) => paused[index]).map(({ name }) => name);
  if (names.length > 0) {
    const says = `The queue ${names.join(' and ')} is paused.`;
    return critical(says, 'Resume it on the page Status.');
  }
  const waits = await Promise.all(allQueues.map(oldestWait));
  const longest = Math.max(...waits);
  if (longest === 0) return ok('No job is waiting.');
  const says = `The oldest job in ${allQueues[waits.indexOf(longest)]?.name} has waited for ${describeAge(longest)}.`;
  return graded(longest, late, says, 'Restart the worker, or add one.');
}

/**
 * Milliseconds that the oldest job has waited for a worker; 0 without one. An enquiry waits until it
 * is stored. Of other jobs only those count that were never tried: an email is retried for a day.
 */
async function oldestWait(queue: Queue): Promise<number> {
  const isStoring = queue.name === storeSubmissionJob.queue;
  const states: JobType[] = isStoring ? ['waiting', 'active', 'delayed'] : ['waiting'];
  const lists = await Promise.all(
    states.map((state) => queue.getJobs([state], 0, sample - 1, true)),
  );
  // A job that was removed in the meantime is undefined.
  const jobs = (lists.flat() as (Job | undefined)[]).filter((job) => job !== undefined);
  const waiting = jobs.filter(({ attemptsMade }) => isStoring || attemptsMade === 0);
  const dueSince = waiting.map(({ timestamp, opts }) => timestamp + (opts.delay ?? 0));
  return Math.max(0, Date.now() - Math.min(...dueSince));
}

/** Recurring jobs do not count, because their failures need no decision. */
export async function checkFailedJobs({ queues, database }: CheckContext): Promise<Result> {
  const { submissions, notifications } = await queues();
  for (const queue of [submissions, notifications] as Queue[]) {
    const failed = await queue.getFailedCount();
    const says = `Failed jobs in ${queue.name}: ${failed}.`;
    if (failed > 0) return warning(says, 'Find the cause, then retry them on the page Status.');
  }
  const since = new Date(Date.now() - dayInMilliseconds);
  const { count, reason } = await findFailedWebhooks(await database(), since);
  if (count === 0) return ok('No job has failed.');
  const says = `Webhooks were refused for a day and given up (${reason}). Enquiries: ${count}.`;
  return warning(says, 'Repair the receiver at WEBHOOK_URL.', 'Webhooks');
}
