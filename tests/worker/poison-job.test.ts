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
  return waitFor('the job has failed', async () => {
    // The job can be unreadable until it has failed.
    const job = await worker.queues.submissions.getJob(jobId).catch(() => undefined);
    // Does not ask for the job's state, which may be newer than the data that was read.
    return job?.finishedOn !== undefined && job;
  });
}

const valid = createSubmissionPayload();

it.each([
  ['of a later version', { ...valid, version: 2 }, 'version'],
  ['without a form', { ...valid, form: undefined }, 'form'],
  [
    'with an invalid email address',
    { ...valid, form: { ...valid.form, email: 'MARKED' } },
    'form.email',
  ],
  ['that is not an object', 'MARKED', 'payload'],
  ['that falsely claims to be stored', { version: 1, id: 'x', stored: true }, 'id'],
])('fails a job %s immediately and keeps its payload', async (_what, data, field) => {
  const jobId = await addPoison(data);
  const job = await untilFailed(jobId);
  expect(job.attemptsMade).toBe(1);
  expect(job.data).toEqual(JSON.parse(JSON.stringify(data)));
  expect(job.failedReason).toMatch(/^Invalid fields: /);
  expect(job.failedReason).toContain(field);
  expect(JSON.stringify([job.failedReason, job.stacktrace])).not.toContain('MARKED');
});

it('fails a job without a handler', async () => {
  const job = await untilFailed(await addPoison(valid, 'another-job'));
  expect(job.failedReason).toBe('This job has no handler.');
});

it('an invalid job does not block the jobs behind it', async () => {
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

/** Submits an enquiry, and makes one field of its job invalid JSON before a worker takes it. */
async function submitSpoilt(field: string, text: string): Promise<string> {
  const { submissions } = worker.queues;
  await submissions.pause();
  const id = await submit(worker.queues, { lastName: `Spoilt ${field}` });
  await worker.redis.hset(submissions.toKey(id), field, text);
  await submissions.resume();
  return id;
}

it('fails a job whose data is not valid JSON, but tolerates other invalid fields', async () => {
  const torn = '{"version":1,"form":{"firstName":"MARKED';
  const unreadable = await submitSpoilt('data', torn);
  const done: string[] = [];
  for (const field of ['opts', 'progress', 'parent']) done.push(await submitSpoilt(field, torn));
  const job = await untilFailed(unreadable);
  expect(job.failedReason).toBe('The job data is not valid JSON.');
  expect(job.data).toEqual({ unreadable: torn });
  expect(worker.logs()).toMatch(new RegExp(`"id":"${job.id}".*"job failed"`));
  expect(await worker.metrics.write()).toMatch(
    /enquiries_job_failures_total\{[^}]*task="store-submission"[^}]*outcome="failed"[^}]*\} [1-9]/,
  );
  for (const id of done) {
    await waitFor('it is stored', () => findSubmission(worker.database, id));
  }
  await expect.poll(() => worker.queues.submissions.getActiveCount()).toBe(0);
});

it('tolerates a job if Redis has only its id', async () => {
  const { submissions } = worker.queues;
  await worker.redis.lpush(submissions.toKey('wait'), randomUUID());
  const id = await submit(worker.queues, { lastName: 'After an id' });
  await waitFor('it is stored', () => findSubmission(worker.database, id));
  await waitFor('none is active', async () => (await submissions.getActiveCount()) === 0);
});

it('logs failed jobs without any value from their payloads', () => {
  expect(worker.logs()).toContain('job failed');
  expect(worker.logs()).not.toMatch(/MARKED|thandiwe/i);
});
