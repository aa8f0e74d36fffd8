import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';

import { storeSubmissionJob } from '#contract/jobs.ts';
import { findSubmission } from '#storage/submissions.ts';
import { demandingEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { storeAccepted, untilSent } from '#support/own-stores.ts';
import { startTestWorker, submit } from '#support/test-worker.ts';
import { waitFor } from '#support/wait-for.ts';

const worker = forAllTests(() =>
  startTestWorker({ SWEEP_EVERY_SECONDS: '1', SWEEP_AFTER_SECONDS: '0' }),
);

const emailsOf = async (id: string) =>
  (await readdir(worker.settings.OUTBOX_DIR)).filter((name) => name.startsWith(id)).sort();

it('stores every field as typed, and sends both emails', async () => {
  const email = 'zoe.once@example.org';
  const id = await submit(worker.queues, { ...demandingEnquiry, email });
  expect(await untilSent(worker.database, id)).toMatchObject({
    ...demandingEnquiry,
    email,
    status: 'accepted',
  });
  expect(await emailsOf(id)).toEqual([`${id}.acknowledgement.eml`, `${id}.staff.eml`]);
});

it('keeps no personal data in Redis of an enquiry that is stored', async () => {
  const id = await submit(worker.queues, { email: 'blanked@example.org' });
  await untilSent(worker.database, id);
  const job = await waitFor('it is done', async () => {
    const job = await worker.queues.submissions.getJob(id);
    return (await job?.isCompleted()) && job;
  });
  expect(job.data).toEqual({ version: 1, id, stored: true, hidden: false });
  const { accepted, ...rest } = { accepted: id, keys: await worker.redis.keys('*blanked*') };
  expect([accepted, rest.keys]).toEqual([id, []]);
});

it('stores a job that is repeated only once, and resets no email', async () => {
  const id = await submit(worker.queues);
  const before = await untilSent(worker.database, id);
  const job = await waitFor('it is done', () => worker.queues.submissions.getJob(id));
  const { form } = { form: before };
  await job.remove();
  await worker.queues.submissions.add(
    storeSubmissionJob.name,
    {
      ...{ version: 1, id, acceptedAt: new Date().toISOString(), noticeVersion: 'x' },
      form: { ...demandingEnquiry, firstName: form.firstName },
    },
    { ...storeSubmissionJob.policy, jobId: id },
  );
  await waitFor('it is done', async () =>
    (await worker.queues.submissions.getJob(id))?.isCompleted(),
  );
  expect(await findSubmission(worker.database, id)).toEqual(before);
});

it('sends the emails of an enquiry whose worker died before their jobs were added', async () => {
  const id = await storeAccepted(worker.database);
  await untilSent(worker.database, id);
  expect(await emailsOf(id)).toHaveLength(2);
});

it('fails a job that is not valid, names its fields only, and stores the others', async () => {
  const bad = await submit(worker.queues, { email: 'MARKED' });
  const good = await submit(worker.queues);
  await untilSent(worker.database, good);
  const job = await waitFor('it failed', async () => {
    const job = await worker.queues.submissions.getJob(bad);
    return (await job?.isFailed()) && job;
  });
  expect(job.failedReason).toBe('Invalid fields: form.email.');
  expect(worker.logs()).not.toContain('MARKED');
});

it('stores the others beside a document that MongoDB refuses', async () => {
  const email = 'twin@example.org';
  const twin = await storeAccepted(worker.database, { form: { ...demandingEnquiry, email } });
  const { submissions } = worker.database;
  await submissions.collection.createIndex({ email: 1 }, { unique: true }, {});
  await worker.queues.submissions.pause();
  const refused = await submit(worker.queues, { email });
  const others = await Promise.all(Array.from({ length: 5 }, () => submit(worker.queues)));
  await worker.queues.submissions.resume();
  for (const id of others) await untilSent(worker.database, id);
  expect(await findSubmission(worker.database, refused)).toBeNull();
  await submissions.deleteOne({ _id: twin });
  await untilSent(worker.database, refused);
});

it('takes its own time for an enquiry whose time of acceptance is a day or more off', async () => {
  const acceptedAt = new Date(Date.now() - 3 * 366 * 86_400_000).toISOString();
  const id = await submit(worker.queues, {}, { acceptedAt });
  const { createdAt } = await untilSent(worker.database, id);
  expect(Date.now() - createdAt.getTime()).toBeLessThan(600_000);
});
