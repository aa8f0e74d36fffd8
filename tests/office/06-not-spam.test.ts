import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';

import { storeSubmissionJob } from '#contract/jobs.ts';
import { addMonths, findSubmission } from '#storage/submissions.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { createEnquiry, createSubmissionPayload } from '#support/enquiry.ts';
import { waitFor } from '#support/wait-for.ts';
import { startTestWorker } from '#support/test-worker.ts';
import { untilSent } from '#support/own-stores.ts';
import { updateEnquiries } from '../../office/enquiries/changes.server.ts';
import { createTaskContext } from '../../office/server/task.ts';
import { readCommandConfig } from '../../office/commands/config.ts';

const worker = forAllTests(() => startTestWorker());

async function submit(quarantined: boolean, more: object = {}): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  const payload = createSubmissionPayload(createEnquiry({ email }));
  const { id } = payload;
  const screening = {
    score: 7,
    reasons: ['filled-trap', 'too-fast'],
    verdict: quarantined ? ('hidden' as const) : ('clean' as const),
  };
  const job = await worker.queues.submissions.add(
    storeSubmissionJob.name,
    { ...payload, screening, ...more },
    { ...storeSubmissionJob.policy, jobId: id },
  );
  await waitFor('it is stored and its job is done', () => job.isCompleted());
  return id;
}

async function mails(id: string): Promise<string[]> {
  return (await readdir(worker.settings.OUTBOX_DIR)).filter((name) => name.startsWith(id)).sort();
}

/** Marks an enquiry as not spam. Resolves to why it was refused, if it was. */
async function release(id: string): Promise<string | undefined> {
  const tasks = createTaskContext(readCommandConfig(worker.settings));
  const officer = { actor: 'naledi', role: 'officer' } as const;
  const { version = 0 } = (await findSubmission(worker.database, id))?.handling ?? {};
  try {
    const patch = { status: 'released', marked: false } as const;
    const changes = [{ id, version, patch }];
    const { refused } = await updateEnquiries({ ...tasks, ...officer }, { changes });
    return refused[0]?.why;
  } finally {
    await tasks.close();
  }
}

it('keeps a quarantined enquiry for 30 days and sends no email', async () => {
  const id = await submit(true);
  const stored = await findSubmission(worker.database, id);
  expect(stored).toMatchObject({
    status: 'quarantined',
    screening: { score: 7, reasons: ['filled-trap', 'too-fast'] },
    notifications: { staff: { status: 'withheld' }, acknowledgement: { status: 'withheld' } },
  });
  const kept = (stored?.expiresAt.getTime() ?? 0) - (stored?.storedAt.getTime() ?? 0);
  expect(kept).toBe(30 * 86_400_000);
  // If this enquiry had emails, they would be sent before those of a later enquiry.
  const next = await submit(false);
  await waitFor('the next one is emailed', async () => (await mails(next)).length === 2);
  expect((await findSubmission(worker.database, next))?.status).toBe('accepted');
  expect(await mails(id)).toEqual([]);
  expect(await worker.queues.notifications.getJob(`${id}-staff`)).toBeUndefined();
});

it('sends nothing when the job runs again after its data was removed', async () => {
  const id = await submit(true);
  const job = await worker.queues.submissions.getJob(id);
  expect(job?.data).toEqual({ version: 1, id, stored: true, hidden: true });
  await job?.retry('completed');
  await waitFor('the job has run again', () => job?.isCompleted());
  expect((await findSubmission(worker.database, id))?.status).toBe('quarantined');
  expect(await worker.queues.notifications.getJob(`${id}-staff`)).toBeUndefined();
});

it('sends both emails and keeps the enquiry longer when it is marked as not spam', async () => {
  const id = await submit(true);
  expect(await release(id)).toBeUndefined();
  await waitFor('both are sent', async () => (await mails(id)).length === 2);
  expect(await mails(id)).toEqual([`${id}.acknowledgement.eml`, `${id}.staff.eml`]);
  const stored = await untilSent(worker.database, id);
  expect(stored.status).toBe('released');
  expect(stored.expiresAt).toEqual(addMonths(stored.storedAt, 24));
  expect(await worker.queues.notifications.getJob(`${id}-staff`)).toBeDefined();
  const [record] = await worker.database.audit.read({ limit: 1 });
  expect(record).toMatchObject({ action: 'enquiry.not-spam', subject: { ids: [id] } });
});

it('marks only quarantined enquiries as not spam, and only once', async () => {
  const id = await submit(true);
  await release(id);
  expect(await release(id)).toBe('It is not marked as spam.');
  expect(await release(await submit(false))).toBe('It is not marked as spam.');
});

it('keeps an acknowledgement withheld for another reason than spam', async () => {
  const id = await submit(true, { acknowledge: false });
  expect(await release(id)).toBeUndefined();
  const stored = await waitFor('staff have it', async () => {
    const submission = await findSubmission(worker.database, id);
    return submission?.notifications.staff?.status === 'sent' && submission;
  });
  expect(stored.notifications.acknowledgement).toMatchObject({
    status: 'withheld',
    reason: 'too many enquiries had come from its network in an hour',
  });
  expect(await mails(id)).toEqual([`${id}.staff.eml`]);
});
