import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { markNotification } from '../../../storage/notifications.ts';
import { findSubmission } from '../../../storage/submissions.ts';
import { forAllTests } from '../../../testing/for-all-tests.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { startTestWorker, submit } from '../../../testing/test-worker.ts';
import { runStaff } from '../../../testing/run-staff.ts';

const worker = forAllTests(() => startTestWorker());

async function mails(id: string): Promise<string[]> {
  return (await readdir(worker.settings.OUTBOX_DIR)).filter((name) => name.startsWith(id)).sort();
}

async function status(id: string) {
  const { staff, acknowledgement } =
    (await findSubmission(worker.database, id))?.notifications ?? {};
  return [staff?.status, acknowledgement?.status];
}

/** An enquiry whose mails have left, and then are marked as failed: their jobs are still known. */
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
  return runStaff(['submissions', 'resend', ...args], worker.settings);
}

it('sends again what has failed, although Redis still has the old jobs', async () => {
  const id = await submitAndFail();
  const { code, notes } = await resend('--id', id);
  expect(code).toBe(0);
  expect(notes).toContain('queued again: staff and acknowledgement.');
  await waitFor('both are sent again', async () => String(await status(id)) === 'sent,sent');
  expect(await mails(id)).toHaveLength(2);
  const [record] = await worker.database.audit.read({ limit: 1 });
  expect(record).toMatchObject({ action: 'resend-notifications', subject: { ids: [id] } });
});

it('sends one kind only when asked to', async () => {
  const id = await submitAndFail();
  expect((await resend(id, '--kind', 'acknowledgement')).code).toBe(0);
  await waitFor('it is sent again', async () => String(await status(id)) === 'failed,sent');
  expect(await mails(id)).toEqual([`${id}.acknowledgement.eml`]);
});

it('sends nothing again that has not failed', async () => {
  const id = await submit(worker.queues);
  await waitFor('both are sent', async () => String(await status(id)) === 'sent,sent');
  const { code, notes } = await resend(id);
  expect(code).toBe(1);
  expect(notes).toContain('Nothing has failed (staff: sent, acknowledgement: sent).');
});
