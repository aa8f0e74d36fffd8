import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';

import { notificationJobId, sendNotificationJob, storeSubmissionJob } from '../../contract/jobs.ts';
import { staffObjective, type NotificationKind } from '../../contract/notifications.ts';
import { changeSubmission } from '../../storage/handling.ts';
import { markNotification } from '../../storage/notifications.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { sweepNotifications } from '../../worker/jobs/sweep-notifications.ts';
import { countNotified } from '../../worker/late-notifications.ts';
import { createSubmissionPayload } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { createTestWorker } from '../../testing/test-worker.ts';
import { storeAccepted } from '../../testing/own-stores.ts';

const smtp = forAllTests(startSmtpDouble);
// Tests run the sweep themselves, and nothing processes the jobs that it queues.
const worker = forAllTests(() =>
  createTestWorker({ ...settingsFor(smtp), SWEEP_AFTER_SECONDS: '0.001' }),
);

async function stateOf(id: string, kind: NotificationKind): Promise<string> {
  const job = await worker.queues.notifications.getJob(notificationJobId(id, kind));
  return job ? job.getState() : 'none';
}

async function addFinishedJob(
  id: string,
  kind: NotificationKind,
  state: 'completed' | 'failed',
  data: unknown = { version: 1, submissionId: id, kind },
) {
  const { queues, config } = worker;
  const { Worker } = await import('bullmq');
  const options = { jobId: notificationJobId(id, kind), attempts: 1 };
  await (queues.notifications as Queue).add(sendNotificationJob.name, data, options);
  const consumer = new Worker(
    queues.notifications.name,
    () => (state === 'failed' ? Promise.reject(new Error('x')) : Promise.resolve()),
    { connection: { url: config.redisUrl }, prefix: config.queuePrefix },
  );
  await waitFor(`it is ${state}`, async () => (await stateOf(id, kind)) === state);
  await consumer.close();
}

it('queues a pending notification whose job was lost', async () => {
  const id = await storeAccepted(worker.database);
  await sweepNotifications(worker);
  expect(await stateOf(id, 'staff')).toBe('waiting');
  expect(await stateOf(id, 'acknowledgement')).toBe('waiting');
});

it.each(['completed', 'failed'] as const)(
  'queues a pending notification again if its job is already %s',
  async (state) => {
    const id = await storeAccepted(worker.database);
    await worker.queues.notifications.drain();
    await addFinishedJob(id, 'staff', state);
    await sweepNotifications(worker);
    expect(await stateOf(id, 'staff')).toBe('waiting');
  },
);

it('replaces a failed job whose data was damaged in Redis', async () => {
  const id = await storeAccepted(worker.database);
  await addFinishedJob(id, 'staff', 'failed', { unreadable: '{"version' });
  await sweepNotifications(worker);
  const job = await worker.queues.notifications.getJob(notificationJobId(id, 'staff'));
  expect(await job?.getState()).toBe('waiting');
  expect(job?.data).toMatchObject({ submissionId: id, kind: 'staff' });
});

it('does not change jobs that are waiting or delayed', async () => {
  const id = await storeAccepted(worker.database);
  await sweepNotifications(worker);
  const job = await worker.queues.notifications.getJob(notificationJobId(id, 'staff'));
  const { name, data } = sendNotificationJobFor(id);
  await worker.queues.notifications.remove(notificationJobId(id, 'acknowledgement'));
  await worker.queues.notifications.add(name, data, {
    jobId: notificationJobId(id, 'acknowledgement'),
    delay: 60_000,
  });
  await sweepNotifications(worker);
  const again = await worker.queues.notifications.getJob(notificationJobId(id, 'staff'));
  expect(again?.timestamp).toBe(job?.timestamp);
  expect(await stateOf(id, 'acknowledgement')).toBe('delayed');
});

it('promotes a job that was delayed because a clock was years ahead', async () => {
  const id = await storeAccepted(worker.database);
  const { name, data } = sendNotificationJobFor(id);
  const jobId = notificationJobId(id, 'acknowledgement');
  await worker.queues.notifications.add(name, data, { jobId, delay: 3_650 * 86_400_000 });
  await sweepNotifications(worker);
  expect(await stateOf(id, 'acknowledgement')).toBe('waiting');
});

function sendNotificationJobFor(submissionId: string) {
  const data = { version: 1, submissionId, kind: 'acknowledgement' } as const;
  return { name: sendNotificationJob.name, data };
}

it('removes the failed job of an enquiry that staff handle, and keeps all others', async () => {
  const [taken, untouched] = [
    await storeAccepted(worker.database),
    await storeAccepted(worker.database),
  ];
  await worker.queues.notifications.drain();
  for (const submissionId of [taken, untouched]) {
    const outcome = { status: 'failed', reason: 'smtp 550' } as const;
    await markNotification(worker.database, { submissionId, kind: 'staff' }, outcome);
    await addFinishedJob(submissionId, 'staff', 'failed');
  }
  const found = await findSubmission(worker.database, taken);
  if (!found) throw new Error('It was not stored.');
  await changeSubmission(worker.database, found, { state: 'open', owner: 'naledi' }, 24);
  await sweepNotifications(worker);
  expect(await stateOf(taken, 'staff')).toBe('none');
  expect(await stateOf(untouched, 'staff')).toBe('failed');
});

it('counts each late staff notification once, for enquiries in Redis and in MongoDB', async () => {
  const { database, metrics, queues } = worker;
  const counted = async () => {
    await sweepNotifications(worker);
    const [, late] = /notified_total\{result="late"\} (\d+)/.exec(await metrics.write()) ?? [];
    return Number(late);
  };
  const longAgo = Date.now() - staffObjective.within - 1_000;
  const add = (change: object, timestamp = longAgo) => {
    const payload = { ...createSubmissionPayload(), ...change };
    const options = { jobId: payload.id, timestamp };
    return queues.submissions.add(storeSubmissionJob.name, payload, options);
  };
  const before = await counted();

  const screening = { score: 9, reasons: [], quarantined: true };
  const inRedis = await add({});
  await add({ screening });
  await add({}, Date.now());
  expect(await counted()).toBe(before + 1);

  const acceptedAt = new Date(longAgo);
  await storeAccepted(database, { id: inRedis.data.id, acceptedAt });
  const refused = await storeAccepted(database, { acceptedAt });
  await markNotification(
    database,
    { submissionId: refused, kind: 'staff' },
    { status: 'failed', reason: 'smtp 550' },
  );
  await storeAccepted(database, { acceptedAt, screening });
  await storeAccepted(database);
  expect(await counted()).toBe(before + 2);
  expect(await counted()).toBe(before + 2);

  countNotified(worker, refused, acceptedAt);
  countNotified(worker, randomUUID(), acceptedAt);
  countNotified(worker, randomUUID(), new Date());
  await expect.poll(counted).toBe(before + 3);
  expect(await metrics.write()).toContain('enquiries_staff_notified_total{result="in_time"} 1');
});

it.each([null, 'text'])('the sweep is not stopped by jobs whose data is %j', async (data) => {
  const { notifications, submissions } = worker.queues;
  onTestFinished(async () => {
    for (const queue of [submissions, notifications]) await queue.obliterate({ force: true });
  });
  await notifications.drain();
  await (submissions as Queue).add(storeSubmissionJob.name, data);
  await addFinishedJob(randomUUID(), 'staff', 'failed', data);
  await expect(sweepNotifications(worker)).resolves.toBeUndefined();
});

it('never touches sent or permanently failed notifications', async () => {
  const id = await storeAccepted(worker.database);
  const sent = { submissionId: id, kind: 'staff' } as const;
  const failed = { submissionId: id, kind: 'acknowledgement' } as const;
  await markNotification(worker.database, sent, { status: 'sent', sentAt: new Date() });
  await markNotification(worker.database, failed, { status: 'failed', reason: 'smtp 550' });
  await sweepNotifications(worker);
  expect(await stateOf(id, 'staff')).toBe('none');
  expect(await stateOf(id, 'acknowledgement')).toBe('none');
});
