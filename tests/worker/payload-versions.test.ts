import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

import { notificationJob, retiredCanaryJob, storeSubmissionJob } from '../../contract/jobs.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { startConsumer } from '../../worker/consumer.ts';
import { storeSubmission } from '../../worker/jobs/store-submission.ts';
import { parsePayload, type JobHandler } from '../../worker/process-job.ts';
import { forEachTest } from '../../testing/for-all-tests.ts';
import { createSubmissionPayload, plainEnquiry } from '../../testing/enquiry.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
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
  expect(await storedAs(afrikaans)).toMatchObject({ locale: 'af' });
});

it('stores an invisible name that an older API accepted', async () => {
  await worker.start();
  const id = randomUUID();
  await add(id, { form: { ...plainEnquiry, firstName: '\u200b' } });
  const stored = await waitFor('it is stored', () => findSubmission(worker.database, id));
  expect(stored).toMatchObject({ firstName: '\u200b' });
});

it('deletes the test enquiries of 0.1.0, and neither stores nor emails them', async () => {
  const [queued, stored] = [randomUUID(), await storeAccepted(worker.database)];
  await worker.database.submissions.updateOne({ _id: stored }, { canary: true });
  const { maintenance, notifications } = worker.queues;
  const { name, data, opts } = notificationJob(stored, 'staff');
  await notifications.add(name, data, opts);
  await add(queued, { canary: true });
  await (maintenance as Queue).upsertJobScheduler(retiredCanaryJob, { every: 60_000 });
  await worker.start();
  await waitFor('the jobs are done', async () => {
    const job = await notifications.getJob(opts.jobId);
    return (await (await jobOf(queued)).isCompleted()) && (await job?.isCompleted());
  });
  await waitFor('the document is gone', async () => {
    return (await worker.database.submissions.countDocuments({ _id: stored })) === 0;
  });
  expect(await findSubmission(worker.database, queued)).toBeNull();
  expect(await maintenance.getJobScheduler(retiredCanaryJob)).toBeUndefined();
  expect(await notifications.getJobCountByTypes('waiting', 'delayed', 'failed')).toBe(0);
  expect(await worker.metrics.write()).toContain(
    'enquiries_mails_total{kind="staff",outcome="sent"} 0',
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
