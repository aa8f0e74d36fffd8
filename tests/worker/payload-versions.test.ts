import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

import { storeSubmissionJob } from '../../contract/jobs.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { startConsumer } from '../../worker/consumer.ts';
import { storeSubmission } from '../../worker/jobs/store-submission.ts';
import { parsePayload, type JobHandler } from '../../worker/process-job.ts';
import { forEachTest } from '../../testing/for-all-tests.ts';
import { createSubmissionPayload, plainEnquiry } from '../../testing/enquiry.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createTestWorker } from '../../testing/test-worker.ts';

const worker = forEachTest(createTestWorker);

async function add(id: string, change: object): Promise<void> {
  const { name, policy } = storeSubmissionJob;
  const payload = { ...createSubmissionPayload(), id, ...change };
  const submissions: Queue = worker.queues.submissions;
  await submissions.add(name, payload, { ...policy, jobId: id });
}

async function jobOf(id: string) {
  const job = await worker.queues.submissions.getJob(id);
  if (!job) throw new Error('Redis does not have the job.');
  return job;
}

it('accepts fields that a newer API adds to a payload, but does not store them', async () => {
  await worker.start();
  const id = randomUUID();
  await add(id, {
    form: { ...plainEnquiry, telephone: '+27 11 000 0000' },
    campaign: { source: 'x' },
  });
  const stored = await waitFor('it is stored', () => findSubmission(worker.database, id));
  expect(stored).toMatchObject(plainEnquiry);
  expect(stored).not.toHaveProperty('telephone');
  expect(stored).not.toHaveProperty('campaign');
});

it('stores the language of the form, which older APIs do not send', async () => {
  await worker.start();
  const [english, afrikaans] = [randomUUID(), randomUUID()];
  await add(english, {});
  await add(afrikaans, { form: { ...plainEnquiry, email: 'af@example.org' }, locale: 'af' });
  const storedAs = (id: string) =>
    waitFor('it is stored', () => findSubmission(worker.database, id));
  expect(await storedAs(english)).not.toHaveProperty('locale');
  expect(await storedAs(afrikaans)).not.toHaveProperty('locale');
});

it('stores an invisible name that an older API accepted', async () => {
  await worker.start();
  const id = randomUUID();
  await add(id, { form: { ...plainEnquiry, firstName: '\u200b' } });
  const stored = await waitFor('it is stored', () => findSubmission(worker.database, id));
  expect(stored).toMatchObject({ firstName: '\u200b' });
});

it('completes the job of a canary of an unknown version, but records its failure', async () => {
  const id = randomUUID();
  await worker.canaries.start(id);
  await worker.start();
  await add(id, { version: 2, canary: true });
  await waitFor('its job is done', async () => (await jobOf(id)).isCompleted());
  expect((await worker.canaries.read()).newest?.failure).toContain('Invalid fields: version.');
  const text = await worker.metrics.write();
  expect(text).toContain('enquiries_job_failures_total{task="canary",outcome="failed"} 1');
  expect(text).toContain(
    'enquiries_job_failures_total{task="store-submission",outcome="failed"} 0',
  );
});

it('keeps a payload of an unknown version for a newer worker', async () => {
  const id = randomUUID();
  const { submissions } = worker.queues;
  await worker.database.connected;
  await add(id, { version: 2, form: undefined, enquiry: plainEnquiry });
  const older = startConsumer(worker, submissions, [[storeSubmissionJob, storeSubmission]], 1);
  await waitFor('the job has failed', async () => (await submissions.getFailedCount()) === 1);
  await older.close(1_000);
  const failed = await jobOf(id);
  expect(failed.failedReason).toContain('version');
  expect(failed.data).toMatchObject({ version: 2, enquiry: plainEnquiry });
  expect(await findSubmission(worker.database, id)).toBeNull();

  const schema = z.object({ version: z.literal(2), enquiry: z.object({ email: z.email() }) });
  let taken: z.infer<typeof schema> | undefined;
  const take: JobHandler = (_context, job) => {
    taken = parsePayload(schema, job);
    return Promise.resolve();
  };
  const newer = startConsumer(worker, submissions, [[{ ...storeSubmissionJob, schema }, take]], 1);
  await failed.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
  await waitFor('the newer worker has processed it', async () => (await jobOf(id)).isCompleted());
  expect(taken?.enquiry.email).toBe(plainEnquiry.email);
  await newer.close(1_000);
});
