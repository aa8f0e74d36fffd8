import { randomUUID } from 'node:crypto';
import { DelayedError, Job, UnrecoverableError } from 'bullmq';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { changeSubmission } from '../../storage/handling.ts';
import { addPersonRequest } from '../../storage/person-requests.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { markNotification } from '../../storage/notifications.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { createTestWorker } from '../../testing/test-worker.ts';
import type { WorkerContext } from '../../worker/context.ts';
import { queueDigest, sendDigest } from '../../worker/jobs/send-digest.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(() => createTestWorker(settingsFor(smtp)));
const screening = { score: 9, reasons: ['It was sent too fast.'], quarantined: true };

beforeEach(async () => {
  smtp.accepted.length = 0;
  await worker.database.submissions.deleteMany({});
  await worker.database.submissions.db.collection('settings').deleteMany({});
  await worker.queues.maintenance.obliterate({ force: true });
});

/** A worker whose clock shows a South African time. `replyWithin` is the promised reply time. */
function at(time: string, replyWithin?: string): WorkerContext {
  const now = Date.parse(`${time}:00+02:00`);
  const company = { ...worker.config.company, replyWithin };
  const own = { company, digest: { at: '07:30' }, officeUrl: 'https://office.example' };
  return {
    ...worker,
    clock: () => Promise.resolve({ now, mongodb: now }),
    config: { ...worker.config, ...own },
  };
}

/** Queues the due digest as two concurrent workers do, and sends it. */
async function runDigest(context: WorkerContext): Promise<void> {
  await Promise.all([queueDigest(context), queueDigest(context)]);
  const jobs = await worker.queues.maintenance.getJobs();
  const [newest] = jobs
    .toSorted((one, other) => (one.id ?? '').localeCompare(other.id ?? ''))
    .slice(-1);
  if (newest) await sendDigest(context, newest);
}

/** Marks the acknowledgement of an enquiry as failed at the given time. */
async function failAt(time: string, submissionId: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
  const notification = { submissionId, kind: 'acknowledgement' } as const;
  await markNotification(worker.database, notification, { status: 'failed', reason: 'smtp 550' });
  vi.useRealTimers();
}

const texts = () => smtp.accepted.map(({ mail }) => mail.text?.trim());
const link = 'https://office.example/ops/enquiries';

it('reports open enquiries on a working day, with counts but no personal data', async () => {
  const { database } = worker;
  await storeAccepted(database, { acceptedAt: new Date('2026-11-19T10:00:00Z') });
  const taken = await storeAccepted(database, { acceptedAt: new Date('2026-11-20T10:00:00Z') });
  const seen = await findSubmission(database, taken);
  if (!seen) throw new Error('It was not stored.');
  await changeSubmission(database, seen, { state: 'open', owner: 'naledi' }, 24);
  await failAt('2026-11-22T10:00:00Z', taken);
  await storeAccepted(database, { screening });
  await runDigest(at('2026-11-23T07:30'));
  await runDigest(at('2026-11-23T12:00'));
  expect(texts()).toEqual([
    `1 new enquiry\n1 enquiry unanswered for more than a working day\n1 enquiry newly marked as spam (1 in total)\n1 enquiry with failed emails\n\n${link}`,
  ]);
  expect(smtp.accepted[0]?.to).toEqual(['desk@example.co.za']);
  expect(JSON.stringify(smtp.accepted)).not.toMatch(/Thandiwe|Nkosi|Guild/);
});

it('reports each failed email once, even if the worker was down for days', async () => {
  const { database } = worker;
  const storeFailed = async (time: string) => {
    const id = await storeAccepted(database);
    const seen = await findSubmission(database, id);
    if (!seen) throw new Error('It was not stored.');
    await changeSubmission(database, seen, { state: 'done' }, 24);
    await failAt(time, id);
  };
  await storeFailed('2026-11-18T06:00:00Z');
  await runDigest(at('2026-11-18T08:30'));
  await storeFailed('2026-11-18T08:00:00Z');
  await runDigest(at('2026-11-23T03:00'));
  await runDigest(at('2026-11-23T07:30'));
  await runDigest(at('2026-11-24T07:30'));
  const one = `1 enquiry with failed emails\n\n${link}`;
  expect(texts()).toEqual([one, one]);
});

it('reports overdue replies if the firm promises a reply time', async () => {
  const { database } = worker;
  const stored = (time: string) => storeAccepted(database, { acceptedAt: new Date(time) });
  await stored('2026-11-19T10:00:00Z');
  // The reply to this enquiry is due today, so it is not overdue.
  await stored('2026-11-20T10:00:00Z');
  const seen = await findSubmission(database, await stored('2026-11-18T10:00:00Z'));
  if (!seen) throw new Error('It was not stored.');
  const reply = { id: randomUUID(), by: 'naledi', name: 'Naledi', at: new Date(), text: 'Yes.' };
  const answer = { state: 'open', owner: 'naledi', answeredOn: '2026-11-18', reply } as const;
  await changeSubmission(database, seen, answer, 24);
  await runDigest(at('2026-11-23T07:30', 'one working day'));
  expect(texts()).toEqual([`2 new enquiries\n1 reply overdue\n\n${link}`]);
});

it('reports waiting enquiries whose follow-up is due', async () => {
  const { database } = worker;
  for (const followUp of ['2026-11-20', '2026-11-23', '2026-11-24', null]) {
    const seen = await findSubmission(database, await storeAccepted(database));
    if (!seen) throw new Error('It was not stored.');
    const change = { state: 'waiting', owner: 'naledi', followUp } as const;
    await changeSubmission(database, seen, change, 24);
  }
  await runDigest(at('2026-11-23T07:30'));
  expect(texts()).toEqual([`2 follow-ups due\n\n${link}`]);
});

it('reports data subject requests that are overdue or due within five days', async () => {
  const { database } = worker;
  onTestFinished(async () => void (await database.personRequests.deleteMany({})));
  const add = (day: string) =>
    addPersonRequest(database, {
      ...{ _id: randomUUID(), who: 'Thandiwe Nkosi', contact: 'By phone', kind: 'access' },
      ...{ recordedBy: 'naledi', receivedAt: new Date(`${day}T10:00:00Z`) },
    });
  // Due on 22, 23, 28 and 29 November.
  for (const day of ['2026-10-23', '2026-10-24', '2026-10-29', '2026-10-30']) await add(day);
  await runDigest(at('2026-11-23T07:30'));
  expect(texts()).toEqual([
    `1 data subject request overdue\n2 data subject requests due within 5 days\n\n${link}\nhttps://office.example/ops/people`,
  ]);
  expect(JSON.stringify(smtp.accepted)).not.toMatch(/Thandiwe|Nkosi/);
});

it('sends no digest without news, before its time, or for open enquiries on days off', async () => {
  await runDigest(at('2026-11-23T07:30'));
  await storeAccepted(worker.database);
  await runDigest(at('2026-11-24T07:29'));
  await runDigest(at('2026-12-16T08:00'));
  await runDigest(at('2026-11-22T08:00'));
  expect(texts()).toEqual([]);
});

it('reports each quarantined enquiry once, on any day', async () => {
  await storeAccepted(worker.database, { screening });
  await runDigest(at('2026-11-21T07:30'));
  await storeAccepted(worker.database, { screening });
  await runDigest(at('2026-11-21T20:00'));
  // The worker was down on Sunday, and is back before the digest is due on Monday.
  await runDigest(at('2026-11-23T03:00'));
  const spam = `1 enquiry newly marked as spam\n\n${link}`;
  expect(texts()).toEqual([spam, spam]);
});

it('reports spam of a failed digest in the next one, and not twice after a crash', async () => {
  await storeAccepted(worker.database, { screening });
  const send = vi.spyOn(worker.channels.mail, 'send');
  send.mockRejectedValueOnce(new Error('The mail server is down.'));
  await expect(runDigest(at('2026-11-21T07:30'))).rejects.toThrow('down');
  const mark = vi.spyOn(worker.database.submissions, 'bulkWrite');
  mark.mockRejectedValueOnce(new Error('MongoDB is down.'));
  await expect(runDigest(at('2026-11-22T07:30'))).rejects.toThrow('down');
  await runDigest(at('2026-11-22T07:35'));
  await runDigest(at('2026-11-23T07:30'));
  expect(texts()).toEqual([`1 enquiry newly marked as spam\n\n${link}`]);
});

it('sends at most three copies, two hours apart, if the server never confirms any', async () => {
  await storeAccepted(worker.database, { screening });
  smtp.answers.message = () => 'lost';
  const moveToDelayed = vi.spyOn(Job.prototype, 'moveToDelayed').mockResolvedValue();
  onTestFinished(() => {
    smtp.answers.message = () => undefined;
    moveToDelayed.mockRestore();
  });
  const copiesAt = async (time: string, error: typeof DelayedError | typeof UnrecoverableError) => {
    await expect(runDigest(at(`2026-11-21T${time}`))).rejects.toThrow(error);
    return smtp.accepted.length;
  };
  expect(await copiesAt('07:30', DelayedError)).toBe(1);
  expect(await copiesAt('09:29', DelayedError)).toBe(1);
  expect(await copiesAt('09:30', DelayedError)).toBe(2);
  expect(await copiesAt('11:30', UnrecoverableError)).toBe(3);
});

it('sends the digest once a day even if Redis loses its data', async () => {
  await storeAccepted(worker.database);
  await runDigest(at('2026-11-23T07:30'));
  await worker.queues.maintenance.obliterate({ force: true });
  await runDigest(at('2026-11-23T07:40'));
  expect(texts()).toHaveLength(1);
});

it('sends the digest again after a clock that was years ahead is corrected', async () => {
  await storeAccepted(worker.database);
  await runDigest(at('2030-11-25T07:30'));
  await worker.queues.maintenance.obliterate({ force: true });
  await runDigest(at('2026-11-23T07:30'));
  expect(texts()).toHaveLength(2);
});
