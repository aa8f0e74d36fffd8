import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';

import { referenceOf } from '../../../contract/reference.ts';
import { markNotification } from '../../../storage/deliveries.ts';
import { findSubmission } from '../../../storage/submissions.ts';
import { forAllTests } from '../../../testing/for-all-tests.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { startTestWorker, submit } from '../../../testing/test-worker.ts';
import { addOfficer, runAsOfficer } from '../../../testing/office/run-staff.ts';

const worker = forAllTests(() => startTestWorker());

beforeAll(() => addOfficer(worker.database));

async function mails(id: string): Promise<string[]> {
  return (await readdir(worker.settings.OUTBOX_DIR)).filter((name) => name.startsWith(id)).sort();
}

async function status(id: string) {
  const { staff, acknowledgement } =
    (await findSubmission(worker.database, id))?.notifications ?? {};
  return [staff?.status, acknowledgement?.status];
}

/** Submits an enquiry, and marks its sent emails as failed. Redis still has the email jobs. */
async function submitAndFail(): Promise<string> {
  const id = await submit(worker.queues, { message: `Message of ${Math.random()}` });
  await waitFor('both are sent', async () => String(await status(id)) === 'sent,sent');
  for (const kind of ['staff', 'acknowledgement'] as const) {
    await worker.database.submissions.updateOne(
      { _id: id },
      { $set: { [`notifications.${kind}.status`]: 'pending' } },
    );
    const failure = { status: 'failed', reason: 'smtp 550' } as const;
    await markNotification(worker.database, { submissionId: id, kind }, failure);
  }
  for (const name of await mails(id)) await rm(join(worker.settings.OUTBOX_DIR, name));
  return id;
}

function resend(...args: string[]) {
  return runAsOfficer(['submissions', 'resend', ...args], worker.settings);
}

it('resends failed emails although Redis still has the old jobs', async () => {
  const id = await submitAndFail();
  const { code, notes } = await resend('--id', id);
  expect(code).toBe(0);
  expect(notes).toContain('queued again: staff notification and acknowledgement.');
  await waitFor('both are sent again', async () => String(await status(id)) === 'sent,sent');
  expect(await mails(id)).toHaveLength(2);
  const [record] = await worker.database.audit.read({ limit: 1 });
  expect(record).toMatchObject({ action: 'enquiry.resend', subject: { ids: [id] } });
});

it('resends only one kind of email on request', async () => {
  const id = await submitAndFail();
  expect((await resend(id, '--kind', 'acknowledgement')).code).toBe(0);
  await waitFor('it is sent again', async () => String(await status(id)) === 'failed,sent');
  expect(await mails(id)).toEqual([`${id}.acknowledgement.eml`]);
});

it('does not resend emails that have not failed', async () => {
  const id = await submit(worker.queues);
  await waitFor('both are sent', async () => String(await status(id)) === 'sent,sent');
  const { code, notes } = await resend(id);
  expect(code).toBe(1);
  expect(notes).toContain('No emails have failed (staff notification sent, acknowledgement sent).');
});

/** Submits an enquiry whose emails fail. */
async function submitAndRefuse(): Promise<string> {
  const id = await submit(worker.queues, { message: `Refused ${Math.random()}` });
  await waitFor('both are sent', async () => String(await status(id)) === 'sent,sent');
  const state = { status: 'failed', updatedAt: new Date(), reason: 'smtp 550' };
  const update = { $set: { notifications: { staff: state, acknowledgement: state } } };
  await worker.database.submissions.updateOne({ _id: id }, update);
  for (const name of await mails(id)) await rm(join(worker.settings.OUTBOX_DIR, name));
  return id;
}

it('lists all failed emails, and resends them only with --yes', async () => {
  const ids = [await submitAndRefuse(), await submitAndRefuse()];
  const listed = await resend('--failed');
  expect(listed.code).toBe(0);
  for (const id of ids) expect(listed.out).toContain(referenceOf(id));
  expect(listed.out.match(/smtp 550/g)?.length).toBeGreaterThanOrEqual(4);
  expect(listed.out).not.toContain('@');
  expect(listed.notes).toMatch(
    /^\d+ failed emails\.\nNothing was sent\. To resend them, add --yes\.$/m,
  );

  const { code, notes } = await resend('--failed', '--yes');
  expect(code).toBe(0);
  expect(notes).toMatch(/^Queued again: \d+ emails?\.$/m);
  for (const id of ids) {
    await waitFor('both are sent', async () => String(await status(id)) === 'sent,sent');
    expect(await mails(id)).toHaveLength(2);
  }
  for (const id of ids) {
    const { acknowledgement } = (await findSubmission(worker.database, id))?.notifications ?? {};
    expect(acknowledgement?.earlier).toMatchObject([{ reason: 'smtp 550' }]);
  }
  const [record] = await worker.database.audit.read({ limit: 1 });
  expect(record?.action).toBe('enquiry.resend');
  expect(record?.subject.ids).toEqual(expect.arrayContaining(ids));
  expect(record?.subject.conditions).toContain('failed');
  expect((await resend('--failed')).notes).toContain('No emails have failed.');
});

it('resends all failed emails of one kind on request', async () => {
  const id = await submitAndRefuse();
  expect((await resend('--failed', '--kind', 'staff', '--yes')).code).toBe(0);
  await waitFor('it is sent again', async () => String(await status(id)) === 'sent,failed');
});

it.each([
  ['--failed', '7F3K-92QD'],
  ['--yes', '7F3K-92QD'],
])('refuses %s %s, because the option is only for all failed emails', async (...args) => {
  const { code, notes } = await resend(...args);
  expect(code).toBe(2);
  expect(notes).toContain('Usage: npm run submissions -- resend');
});
