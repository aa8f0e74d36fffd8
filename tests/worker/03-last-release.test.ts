import { expect, it } from 'vitest';

import { notificationJob, storeSubmissionJob } from '#contract/jobs.ts';
import { migrate } from '#storage/migrate.ts';
import { findSubmission, quarantineEnd } from '#storage/submissions.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { storeAccepted, untilSent } from '#support/own-stores.ts';
import { settingsFor, startSmtpDouble } from '#support/smtp-double.ts';
import { createTestWorker, submit } from '#support/test-worker.ts';
import { waitFor } from '#support/wait-for.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(async () => {
  const created = await createTestWorker({ ...settingsFor(smtp), SWEEP_EVERY_SECONDS: '1' });
  return created;
});

const guess = { score: 9, quarantined: true, reasons: ['reads like an advertisement'] };
const trap = { score: 9, quarantined: true, reasons: ['filled-trap'] };
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** Stores an enquiry as the last release hid it. */
async function hiddenBefore(reasons: string[]): Promise<string> {
  const id = await storeAccepted(worker.database, {
    storedAt: new Date(Date.now() - 86_400_000),
    screening: { verdict: 'hidden', score: 9, reasons },
  });
  const state = { status: 'withheld', updatedAt: new Date() };
  await worker.database.submissions.updateOne(
    { _id: id },
    { $set: { notifications: { staff: state, acknowledgement: state } } },
  );
  return id;
}

it('emails staff what the desk brings back once, and nothing that a person judged', async () => {
  const guessed = await hiddenBefore(['reads like an advertisement']);
  const trapped = await hiddenBefore(['filled in a hidden field']);
  const judged = await hiddenBefore(['reads like an advertisement']);
  const noReason = await hiddenBefore([]);
  const subject = { ids: [judged], count: 1, conditions: [] };
  await worker.database.audit.record({ actor: 'zanele', action: 'enquiry.spam', subject });
  const upgrade = () => migrate(worker.database, { replyTarget: undefined, retentionMonths: 24 });
  await upgrade();
  await worker.start();
  const [email] = await waitFor('staff are told', () => smtp.accepted.length > 0 && smtp.accepted);
  expect(email?.mail.subject).toBe('1 hidden enquiry is back');
  const back = await waitFor('it is recorded', async () => {
    const submission = await findSubmission(worker.database, guessed);
    return submission?.notifications.staff?.status === 'sent' && submission;
  });
  expect(email?.mail.text).toContain(back.reference);
  expect(back).toMatchObject({ status: 'accepted', marked: true });
  expect(back.notifications.acknowledgement).toMatchObject({ reason: 'possible spam' });
  expect(back.expiresAt.getTime()).toBeGreaterThan(quarantineEnd().getTime());
  for (const id of [trapped, judged, noReason]) {
    expect(await findSubmission(worker.database, id)).toMatchObject({ status: 'quarantined' });
  }
  // By an API of the last release that still runs beside this one.
  const later = await hiddenBefore(['reads like an advertisement']);
  expect(await upgrade()).toBe(1);
  expect(await findSubmission(worker.database, later)).toMatchObject({ marked: true });
  expect(await upgrade()).toBe(0);
});

it('marks a queued enquiry that guesses hid, and hides one with a filled-in field', async () => {
  const guessed = await submit(worker.queues, {}, { screening: guess, traceparent, locale: 'en' });
  const trapped = await submit(worker.queues, {}, { screening: trap });
  const [marked, hidden] = await Promise.all(
    [guessed, trapped].map((id) =>
      waitFor('it is stored', () => findSubmission(worker.database, id)),
    ),
  );
  expect(marked).toMatchObject({ status: 'accepted', marked: true });
  expect(hidden).toMatchObject({
    status: 'quarantined',
    notifications: { staff: { status: 'withheld', reason: 'spam' } },
  });
});

it('reads `acknowledge: false`, and jobs that are stored already', async () => {
  const id = await submit(worker.queues, {}, { acknowledge: false });
  const stored = await waitFor('it is stored', () => findSubmission(worker.database, id));
  expect(stored.notifications.acknowledgement?.status).toBe('withheld');
  const done = await storeAccepted(worker.database);
  const data = { version: 1, id: done, stored: true, quarantined: false } as never;
  const options = { ...storeSubmissionJob.policy, jobId: done };
  await worker.queues.submissions.add(storeSubmissionJob.name, data, options);
  await untilSent(worker.database, done);
});

it('neither stores nor emails test enquiries, and removes old schedules', async () => {
  const canary = await submit(worker.queues, {}, { canary: true });
  await waitFor('it is done', async () =>
    (await worker.queues.submissions.getJob(canary))?.isCompleted(),
  );
  expect(await findSubmission(worker.database, canary)).toBeNull();
  const old = await storeAccepted(worker.database);
  await worker.database.submissions.updateOne({ _id: old }, { $set: { canary: true } });
  const { name, data, opts } = notificationJob(old, 'staff');
  await worker.queues.notifications.add(name, data, opts);
  await waitFor('its document is deleted', async () => {
    return (await findSubmission(worker.database, old)) === null;
  });
  for (const id of [canary, old]) {
    expect(smtp.accepted.filter(({ mail }) => mail.messageId?.includes(id))).toEqual([]);
  }
  const { maintenance } = worker.queues;
  await maintenance.upsertJobScheduler('send-canary', { every: 60_000 }, { name: 'send-canary' });
  await waitFor('the schedule is gone', async () => {
    const names = (await maintenance.getJobSchedulers()).map(({ key }) => key);
    return !names.includes('send-canary') && names.length > 0;
  });
});
