import { notificationJob } from '#contract/jobs.ts';
import { notificationKinds } from '#contract/notifications.ts';
import { reopenNotification, type PendingNotification } from '#storage/notifications.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import { perform } from '../server/perform.ts';
import { removeJob } from '../server/remove-job.ts';
import { TaskError, type TaskContext } from '../server/task.ts';
import { findEnquiry } from './find.server.ts';

/** @throws TaskError if there is no such enquiry, or none of its emails has failed. */
export function resendEmails(task: TaskContext, id: string): Promise<void> {
  return perform(task, 'enquiry.resend', { ids: [id] }, async () => {
    await findEnquiry(task, { id });
    // Fails here if Redis is down: an email that cannot be queued would wait for the next sweep.
    await task.redis();
    const database = await task.database();
    let resent = 0;
    for (const kind of notificationKinds) {
      const email = { submissionId: id, kind };
      if (!(await reopenNotification(database, email))) continue;
      await enqueueNotification(task, email);
      resent += 1;
    }
    if (resent === 0) throw new TaskError('invalid', 'No emails have failed.');
  });
}

/** If Redis goes down now, the worker's next sweep for pending emails queues them. */
export async function enqueuePending(
  task: TaskContext,
  { _id: submissionId, notifications: states }: ContactSubmission,
): Promise<void> {
  const pending = notificationKinds.filter((kind) => states[kind]?.status === 'pending');
  for (const kind of pending) {
    const replyId = states[kind]?.replyId;
    await enqueueNotification(task, { submissionId, kind, replyId }).catch(() => undefined);
  }
}

/** Waits `delay` ms. Removes the old job, because BullMQ ignores a job whose id exists. */
export async function enqueueNotification(
  { queues }: TaskContext,
  { submissionId, kind, replyId }: PendingNotification,
  delay = 0,
): Promise<void> {
  const queue = (await queues()).notifications;
  const { name, data, opts } = notificationJob(submissionId, kind, { replyId });
  await removeJob(queue, opts.jobId);
  await queue.add(name, data, { ...opts, delay });
}
