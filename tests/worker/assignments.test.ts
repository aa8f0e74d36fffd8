import { randomUUID } from 'node:crypto';
import { UnrecoverableError, Worker } from 'bullmq';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

import type { AssignmentEmails } from '../../contract/notifications.ts';
import { changeSubmission, undoChange } from '../../storage/handling.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { storeDetails } from '../../storage/users.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { createTestWorker } from '../../testing/test-worker.ts';
import type { WorkerContext } from '../../worker/context.ts';
import { notifyOwner, queueAssignments } from '../../worker/jobs/notify-owner.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(async () => {
  const created = await createTestWorker(settingsFor(smtp));
  await createCheapUser(created.database, { username: 'naledi', password: 'marula branch teapot' });
  return created;
});

beforeEach(async () => {
  smtp.accepted.length = 0;
  await worker.database.submissions.deleteMany({});
  await worker.queues.maintenance.obliterate({ force: true });
  await wants('immediately');
});

async function wants(assignmentEmails: AssignmentEmails, email = 'naledi@example.co.za') {
  await storeDetails(worker.database, 'naledi', { assignmentEmails, email });
}

async function read(id: string) {
  const found = await findSubmission(worker.database, id);
  if (!found) throw new Error('It was not stored.');
  return found;
}

/** Stores an enquiry that a colleague has just assigned to naledi. */
async function assigned() {
  const seen = await read(await storeAccepted(worker.database));
  const change = { state: 'open', owner: 'naledi', notifyOwner: true } as const;
  await changeSubmission(worker.database, seen, change, 24);
  return seen;
}

/** A worker whose clock shows the given time; assignments are made at the real time. */
function at(now: number): WorkerContext {
  return {
    ...worker,
    clock: () => Promise.resolve({ now, mongodb: now }),
    config: { ...worker.config, digest: { at: '07:30' }, officeUrl: 'https://office.example' },
  };
}

const soon = () => at(Date.now() + 13_000);

/** Queues the due emails as two concurrent workers do, and sends them. */
async function run(context = soon()): Promise<void> {
  await Promise.all([queueAssignments(context), queueAssignments(context)]);
  const jobs = await worker.queues.maintenance.getJobs();
  expect(jobs.length).toBeLessThanOrEqual(1);
  for (const job of jobs) {
    await notifyOwner(context, job);
    await job.remove();
  }
}

it('emails a colleague once about all enquiries that were assigned to them', async () => {
  const [first, second] = [await assigned(), await assigned()];
  await run();
  await run();
  expect(smtp.accepted).toHaveLength(1);
  const [{ mail, to } = { mail: undefined, to: [] }] = smtp.accepted;
  expect(to).toEqual(['naledi@example.co.za']);
  for (const { reference } of [first, second])
    expect(mail?.text).toContain(`https://office.example/ops/enquiries/${reference}`);
  expect(JSON.stringify(smtp.accepted)).not.toMatch(/Thandiwe|Nkosi|Guild/);
  expect(worker.logs()).not.toContain('naledi@');
});

it('lists assignments in several emails if there are too many for one', async () => {
  const { submissions } = worker.database;
  const { _id } = await assigned();
  const sample = await read(_id);
  const more = Array.from({ length: 200 }, () => ({
    ...{ ...sample, _id: randomUUID(), notifyOwner: new Date() },
  }));
  await submissions.insertMany(more);
  await run();
  await run();
  await run();
  expect(smtp.accepted.map(({ mail }) => mail.subject)).toEqual([
    '200 enquiries were assigned to you',
    expect.stringMatching(/^Enquiry .* was assigned to you$/),
  ]);
});

it('queues another email after one has failed for good', async () => {
  await assigned();
  const { maintenance } = worker.queues;
  await queueAssignments(soon());
  const taker = new Worker(maintenance.name, null, {
    connection: worker.redis,
    prefix: worker.settings.QUEUE_PREFIX,
  });
  onTestFinished(() => taker.close(true));
  const job = await taker.getNextJob('a test');
  await job.moveToFailed(new UnrecoverableError('a test'), 'a test');
  expect(await maintenance.getFailedCount()).toBe(1);
  await queueAssignments(soon());
  expect(await maintenance.getWaitingCount()).toBe(1);
});

it('waits until an assignment can no longer be undone', async () => {
  const { _id } = await assigned();
  await run(at(Date.now() + 5_000));
  await undoChange(worker.database, await read(_id));
  await run();
  expect(smtp.accepted).toEqual([]);
});

it.each(['waiting', 'done'] as const)(
  'still emails an assignment after a change to the state %s is undone',
  async (state) => {
    const { _id } = await assigned();
    const change = { state, owner: 'naledi' };
    await changeSubmission(worker.database, await read(_id), change, 24);
    await undoChange(worker.database, await read(_id));
    await run();
    expect(smtp.accepted).toHaveLength(1);
  },
);

it('emails no assignment of an enquiry that was closed, even if it is reopened', async () => {
  const { _id } = await assigned();
  await changeSubmission(worker.database, await read(_id), { state: 'done' }, 24);
  await run();
  await changeSubmission(worker.database, await read(_id), { state: 'open' }, 24);
  await run();
  expect(smtp.accepted).toEqual([]);
});

it('sends one email a day, none immediately, to colleagues who chose daily emails', async () => {
  await wants('daily');
  await assigned();
  await run();
  expect(smtp.accepted).toEqual([]);
  const inAWeek = Date.now() + 7 * 86_400_000;
  await run(at(inAWeek));
  await run(at(inAWeek));
  expect(smtp.accepted).toHaveLength(1);
});

it.each([['never', 'naledi@example.co.za'] as const, ['immediately', ''] as const])(
  'sends nothing, even after a later change, if the choice was "%s" and the address "%s"',
  async (wish, email) => {
    await wants(wish, email);
    await assigned();
    await run();
    await wants('immediately');
    await run();
    expect(smtp.accepted).toEqual([]);
  },
);

it('retries after an outage, but not after a refusal or a lost SMTP response', async () => {
  onTestFinished(() => {
    smtp.answers.message = smtp.answers.recipient = () => undefined;
  });
  await assigned();
  smtp.answers.message = () => 451;
  await expect(run()).rejects.toThrow();
  await worker.queues.maintenance.obliterate({ force: true });
  smtp.answers.message = () => undefined;
  await run();
  expect(smtp.accepted).toHaveLength(1);
  for (const [step, answer] of [
    ['message', 'lost'],
    ['recipient', 550],
  ] as const) {
    await assigned();
    smtp.answers[step] = () => answer;
    await run();
    smtp.answers[step] = () => undefined;
    const count = smtp.accepted.length;
    await run();
    expect(smtp.accepted).toHaveLength(count);
  }
});
