import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { expect, it } from 'vitest';

import { storeSubmissionJob } from '../../contract/jobs.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startTestWorker, submit } from '../../testing/test-worker.ts';
import { plainEnquiry } from '../../testing/enquiry.ts';

const day = 86_400_000;

const worker = forAllTests(() => startTestWorker({ SWEEP_EVERY_SECONDS: '1' }));

/** Adds an enquiry that no worker can store, and waits until it has failed. */
async function addFailedJob(): Promise<string> {
  const submissions: Queue = worker.queues.submissions;
  const id = randomUUID();
  const { name, policy } = storeSubmissionJob;
  await submissions.add(name, { version: 2, id, form: plainEnquiry }, { ...policy, jobId: id });
  await waitFor('it has failed', async () => (await submissions.getJob(id))?.isFailed());
  return id;
}

/** Makes a job look as if it had been added and finished the given milliseconds ago. */
async function age(id: string, state: 'failed' | 'completed', milliseconds: number): Promise<void> {
  const { submissions } = worker.queues;
  const then = Date.now() - milliseconds;
  await worker.redis.hset(submissions.toKey(id), 'timestamp', then);
  await worker.redis.zadd(submissions.toKey(state), 'XX', then, id);
}

function untilForgotten(id: string): Promise<boolean> {
  return waitFor('the job is removed', async () => {
    return (await worker.queues.submissions.getJob(id)) === undefined;
  });
}

it('keeps an enquiry in Redis for 30 days if it could not be stored', async () => {
  const [old, recent] = [await addFailedJob(), await addFailedJob()];
  await age(old, 'failed', 30 * day + 1_000);
  await age(recent, 'failed', 29 * day);
  await untilForgotten(old);
  expect((await worker.queues.submissions.getJob(recent))?.data).toMatchObject({
    form: plainEnquiry,
  });
});

it('keeps the id of a stored enquiry in Redis for a day', async () => {
  const [old, recent] = [
    await submit(worker.queues, { lastName: 'Old' }),
    await submit(worker.queues, { lastName: 'Recent' }),
  ];
  for (const id of [old, recent]) {
    await waitFor('the job is completed', async () =>
      (await worker.queues.submissions.getJob(id))?.isCompleted(),
    );
  }
  await age(old, 'completed', day + 1_000);
  await untilForgotten(old);
  expect(await worker.queues.submissions.getJob(recent)).toBeDefined();
  expect(await findSubmission(worker.database, old)).not.toBeNull();
});
