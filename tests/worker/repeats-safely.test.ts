import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { beforeAll, beforeEach, expect, it } from 'vitest';

import { notificationJob, notificationJobId, sendNotificationJob } from '../../contract/jobs.ts';
import { automaticKinds } from '../../contract/notifications.ts';
import type { Queues } from '../../platform/queues.ts';
import { changeSubmission } from '../../storage/handling.ts';
import { markNotification } from '../../storage/notifications.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { sendNotification } from '../../worker/jobs/send-notification.ts';
import { storeSubmission } from '../../worker/jobs/store-submission.ts';
import type { ChannelMessage } from '../../worker/channel.ts';
import type { WorkerContext } from '../../worker/context.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createTestWorker, submit } from '../../testing/test-worker.ts';

// The tests run the jobs themselves, so that they can fail a job where a process might crash.
const worker = forAllTests(createTestWorker);
let context: WorkerContext;
let sent: ChannelMessage[] = [];

beforeAll(() => {
  const send = (message: ChannelMessage) => {
    sent.push(message);
    return Promise.resolve([]);
  };
  context = {
    ...worker,
    channels: { ...worker.channels, mail: { ...worker.channels.mail, send } },
  };
});

beforeEach(() => {
  sent = [];
});

async function submittedJob() {
  const id = await submit(worker.queues, { message: `An enquiry, ${Math.random()}` });
  return jobOf('submissions', id);
}

async function jobOf<Name extends 'submissions' | 'notifications'>(name: Name, id: string) {
  const queue: Queue = worker.queues[name];
  const job = (await queue.getJob(id)) as Awaited<ReturnType<Queues[Name]['getJob']>>;
  if (!job) throw new Error(`There is no job ${id}.`);
  return job;
}

/** Wraps an object so that one method fails as if the process had crashed there. */
function breakingAt<Target extends object>(target: Target, method: keyof Target): Target {
  return new Proxy(target, {
    get(original, name) {
      if (name === method) return () => Promise.reject(new Error('Crashed here.'));
      const value: unknown = Reflect.get(original, name, original);
      return typeof value === 'function' ? (value.bind(original) as unknown) : value;
    },
  });
}

async function expectStoredAndQueuedOnce(id: string): Promise<void> {
  expect(await worker.database.submissions.countDocuments({ _id: id })).toBe(1);
  for (const kind of automaticKinds) {
    const job = await jobOf('notifications', notificationJobId(id, kind));
    expect(job.data).toEqual({ version: 1, submissionId: id, kind });
  }
  expect((await jobOf('submissions', id)).data).toMatchObject({ version: 1, id, stored: true });
}

it('completes a job that crashed before the notifications were queued', async () => {
  const job = await submittedJob();
  const crashing = breakingAt(context, 'enqueueNotifications');
  await expect(storeSubmission(crashing, job)).rejects.toThrow('Crashed here.');
  await storeSubmission(context, job);
  await expectStoredAndQueuedOnce(job.data.id);
});

it('completes a job that crashed before the personal data was removed', async () => {
  const job = await submittedJob();
  const { id } = job.data;
  await expect(storeSubmission(context, breakingAt(job, 'updateData'))).rejects.toThrow();
  await storeSubmission(context, job);
  await expectStoredAndQueuedOnce(id);
});

it('completes a job that crashed before BullMQ recorded the result', async () => {
  const job = await submittedJob();
  await storeSubmission(context, job);
  const again = await jobOf('submissions', job.data.id);
  await storeSubmission(context, again);
  await expectStoredAndQueuedOnce(job.data.id);
});

it('queues the notifications even if the job no longer has the personal data', async () => {
  const job = await submittedJob();
  await storeSubmission(context, job);
  const { id } = job.data;
  for (const kind of automaticKinds) {
    await worker.queues.notifications.remove(notificationJobId(id, kind));
  }
  await storeSubmission(context, await jobOf('submissions', id));
  await expectStoredAndQueuedOnce(id);
});

async function storedNotification() {
  const job = await submittedJob();
  const { id } = job.data;
  await storeSubmission(context, job);
  return { id, job: await jobOf('notifications', notificationJobId(id, 'staff')) };
}

it('sends an email once if its job runs several times', async () => {
  const { id, job } = await storedNotification();
  await sendNotification(context, job);
  await sendNotification(context, job);
  await sendNotification(context, await jobOf('notifications', notificationJobId(id, 'staff')));
  expect(sent.map(({ submissionId }) => submissionId)).toEqual([id]);
});

it('does not resend an email that could not be marked as sent', async () => {
  const { id, job } = await storedNotification();
  const submissions = breakingAt(worker.database.submissions, 'updateOne');
  const crashing = { ...context, database: { ...worker.database, submissions } };
  await expect(sendNotification(crashing, job)).rejects.toThrow('Crashed here.');
  expect(sent).toHaveLength(1);

  await sendNotification(context, await jobOf('notifications', notificationJobId(id, 'staff')));
  expect(sent).toHaveLength(1);
  const { staff } = (await findSubmission(worker.database, id))?.notifications ?? {};
  expect(staff?.status).toBe('sent');
});

it('sends nothing for a deleted submission', async () => {
  const { id, job } = await storedNotification();
  await worker.database.submissions.deleteOne({ _id: id });
  await sendNotification(context, job);
  expect(sent).toEqual([]);
});

it('does not send a notification of a kind that a submission lacks', async () => {
  const { id, job } = await storedNotification();
  await worker.database.submissions.updateOne(
    { _id: id },
    { $unset: { 'notifications.staff': 1 } },
  );
  await sendNotification(context, job);
  expect(sent).toEqual([]);
});

it('sends a failed email again when staff retry it', async () => {
  const { id, job } = await storedNotification();
  const notification = { submissionId: id, kind: 'staff' } as const;
  await markNotification(worker.database, notification, { status: 'failed', reason: 'smtp 550' });
  await sendNotification(context, job);
  expect(sent).toHaveLength(1);
});

it('keeps an email withheld if it is refused after staff marked its enquiry as spam', async () => {
  const { id, job } = await storedNotification();
  const mail: WorkerContext['channels']['mail'] = {
    ...worker.channels.mail,
    verdictOf: () => 'refused',
    async send() {
      const seen = await findSubmission(worker.database, id);
      if (seen) await changeSubmission(worker.database, seen, { status: 'quarantined' }, 24);
      throw new Error('Refused.');
    },
  };
  await expect(sendNotification({ ...context, channels: { mail } }, job)).rejects.toThrow();
  const { staff } = (await findSubmission(worker.database, id))?.notifications ?? {};
  expect(staff?.status).toBe('withheld');
});

it('sends a reply even if its job crashed while being switched from an earlier reply', async () => {
  const { id } = await storedNotification();
  async function write(text: string) {
    const seen = await findSubmission(worker.database, id);
    if (!seen) throw new Error('It was not stored.');
    const reply = { id: randomUUID(), by: 'naledi', name: 'Naledi', at: new Date(), text };
    await changeSubmission(worker.database, seen, { reply }, 24);
    return reply.id;
  }
  const first = await write('The first.');
  const { name, data, opts } = notificationJob(id, 'reply', { replyId: first });
  await sendNotification(context, await worker.queues.notifications.add(name, data, opts));

  const second = await write('The second.');
  const next = await jobOf('notifications', opts.jobId);
  const crashing = breakingAt(next, 'updateProgress');
  await expect(sendNotification(context, crashing)).rejects.toThrow('Crashed here.');
  await sendNotification(context, await jobOf('notifications', opts.jobId));
  expect(sent.map(({ replyId }) => replyId)).toEqual([first, second]);
});

it('derives the job id from the submission and the kind of notification', async () => {
  const { id } = await storedNotification();
  expect(notificationJobId(id, 'staff')).toBe(`${id}-staff`);
  const { name, data } = await jobOf('notifications', `${id}-staff`);
  expect(name).toBe(sendNotificationJob.name);
  expect(data).toEqual({ version: 1, submissionId: id, kind: 'staff' });
});
