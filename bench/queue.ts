import { setTimeout as sleep } from 'node:timers/promises';

import { storeSubmissionJob } from '../contract/jobs.ts';
import type { Queues } from '../platform/queues.ts';
import { createNumberedEnquiry, createSubmissionPayload } from '../testing/enquiry.ts';
import { withQueues } from '../testing/queues.ts';
import { waitFor } from '../testing/wait-for.ts';
import type { Progress } from './figures.ts';

const prefix = '{enquiries}';
const batch = 2_000;
const timeout = 900_000;

/**
 * Empties Redis and queues the given number of enquiries as the API would.
 *
 * @param holdMail whether to pause the queue of emails.
 */
export async function fillQueue(
  redisUrl: string,
  count: number,
  { holdMail = false } = {},
): Promise<void> {
  const { name, policy } = storeSubmissionJob;
  await withQueues(redisUrl, prefix, async ({ submissions, notifications }, redis) => {
    await redis.flushall();
    if (holdMail) await notifications.pause();
    for (let added = 0; added < count; added += batch) {
      const jobs = Array.from({ length: Math.min(batch, count - added) }, (_, index) => {
        const data = createSubmissionPayload(createNumberedEnquiry(added + index));
        return { name, data, opts: { ...policy, jobId: data.id } };
      });
      await submissions.addBulk(jobs);
    }
    // Redis may still be rewriting its file in a child process, which would affect the
    // measurement.
    await waitFor(
      'the file is shortened',
      async () => !(await redis.info('persistence')).includes('aof_rewrite_in_progress:1'),
      timeout,
    );
  });
}

/**
 * Watches a queue until the expected number of jobs is completed. Returns its progress.
 *
 * @throws Error if a job fails, or after a quarter of an hour.
 */
export function watchQueue(
  redisUrl: string,
  name: keyof Queues,
  expected: number,
): Promise<Progress[]> {
  return withQueues(redisUrl, prefix, async ({ [name]: queue }) => {
    const started = performance.now();
    const seen: Progress[] = [];
    for (;;) {
      // Reads the metrics, because the queue keeps only the last completed jobs.
      const { meta } = await queue.getMetrics('completed', 0, 0);
      const completed = meta.count;
      const failed = await queue.getFailedCount();
      const at = performance.now() - started;
      seen.push({ at, completed });
      if (completed >= expected) return seen;
      if (failed > 0 || at > timeout) throw new Error(`${name}: ${failed} failed in ${at} ms.`);
      await sleep(20);
    }
  });
}
