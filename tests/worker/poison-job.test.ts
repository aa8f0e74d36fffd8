import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { expect, it } from 'vitest';

import { storeSubmissionJob } from '../../contract/jobs.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createSubmissionPayload } from '../../testing/enquiry.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startTestWorker, submit } from '../../testing/test-worker.ts';

const worker = forAllTests(() => startTestWorker({ WORKER_CONCURRENCY: '1' }));

const deduplication = { id: 'poison', ttl: 600_000 };

async function addPoison(data: unknown, name: string = storeSubmissionJob.name) {
  const jobId = randomUUID();
  const options = { ...storeSubmissionJob.policy, jobId, deduplication };
  const submissions: Queue = worker.queues.submissions;
  await submissions.add(name, data, options);
  return jobId;
}

function untilFailed(jobId: string) {
  return waitFor('it is set aside', async () => {
    const job = await worker.queues.submissions.getJob(jobId);
    // What was read before it failed does not say so yet.
    return job?.finishedOn !== undefined && job;
  });
}

const valid = createSubmissionPayload();

it.each([
  ['of a later version', { ...valid, version: 2 }, 'version'],
  ['without a form', { ...valid, form: undefined }, 'form'],
  [
    'with an address that is none',
    { ...valid, form: { ...valid.form, email: 'MARKED' } },
    'form.email',
  ],
  ['that is no object', 'MARKED', 'payload'],
  ['that only looks as if it had been stored', { version: 1, id: 'x', stored: true }, 'id'],
])('sets a job %s aside at once and keeps what it carried', async (_what, data, field) => {
  const jobId = await addPoison(data);
  const job = await untilFailed(jobId);
  expect(job.attemptsMade).toBe(1);
  expect(job.data).toEqual(JSON.parse(JSON.stringify(data)));
  expect(job.failedReason).toMatch(/^These fields do not fit: /);
  expect(job.failedReason).toContain(field);
  expect(JSON.stringify([job.failedReason, job.stacktrace])).not.toContain('MARKED');
});

it('sets a job aside that nobody knows', async () => {
  const job = await untilFailed(await addPoison(valid, 'another-job'));
  expect(job.failedReason).toBe('This job has no handler.');
});

it('does not let it block the jobs behind it', async () => {
  await Promise.all(Array.from({ length: 5 }, () => addPoison({ ...valid, version: 2 })));
  const id = await submit(worker.queues, { lastName: 'Behind' });
  await waitFor('it is stored', () => findSubmission(worker.database, id));
});

it('frees the deduplication key, so that the same enquiry can be sent again', async () => {
  await untilFailed(await addPoison({ ...valid, version: 2 }));
  expect(await worker.queues.submissions.getDeduplicationJobId(deduplication.id)).toBeNull();
  const again = await addPoison({ ...valid, version: 2 });
  expect((await untilFailed(again)).id).toBe(again);
});

it('logs the fields and nothing that they said', () => {
  expect(worker.logs()).toContain('job failed');
  expect(worker.logs()).not.toMatch(/MARKED|thandiwe/i);
});
