import { notificationJob, notificationJobId } from '../../../contract/jobs.ts';
import {
  notificationKinds,
  notifications,
  type NotificationKind,
} from '../../../contract/notifications.ts';
import type { PendingNotification } from '../../../storage/deliveries.ts';
import {
  findFailedNotifications,
  reopenNotification,
  type FailedNotification,
} from '../../../storage/notifications.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { run, runPrepared } from '../../server/run-action.ts';
import { removeJob } from '../../server/remove-job.ts';
import { TaskError, type DatabaseContext, type TaskContext } from '../../server/task.ts';
import { findNamedSubmission, type SubmissionName } from './open-submission.server.ts';

const batchSize = 500;

/** Every failed notification of the given kinds, oldest failure first within each kind. */
export async function listFailedNotifications(
  { database }: DatabaseContext,
  kinds: readonly NotificationKind[] = notificationKinds,
): Promise<FailedNotification[]> {
  const failed = [];
  for await (const each of findFailedNotifications(await database(), kinds)) failed.push(each);
  return failed;
}

/**
 * Resends failed notifications, replacing their failed jobs. Skips notifications that someone else
 * has resent in the meantime. Returns the number queued.
 */
export async function resendFailedNotifications(
  context: TaskContext,
  failed: readonly FailedNotification[],
): Promise<number> {
  // Fails here if Redis is down: a notification that cannot be queued would wait for the worker's
  // next sweep.
  await context.redis();
  let resent = 0;
  for (let start = 0; start < failed.length; start += batchSize) {
    context.onProgress?.(`${start} of ${failed.length} emails …`);
    const batch = failed.slice(start, start + batchSize);
    const ids = [...new Set(batch.map(({ submissionId }) => submissionId))];
    const kinds = new Set(batch.map(({ kind }) => kind));
    const subject = { ids, conditions: ['failed', ...kinds] };
    resent += await run(context, 'enquiry.resend', subject, async (record) => {
      return (await resendEach(context, record, batch)).length;
    });
  }
  return resent;
}

/**
 * Resends a submission's failed notifications of the given kinds.
 *
 * @throws TaskError if there is no such submission, or none of these notifications has failed.
 */
export function resendNotifications(
  context: TaskContext,
  name: SubmissionName,
  kinds: readonly NotificationKind[] = notificationKinds,
): Promise<{ reference: string; resent: NotificationKind[] }> {
  const named = 'id' in name ? [name.id] : [];
  return runPrepared(
    context,
    'enquiry.resend',
    { ids: named, conditions: [...kinds] },
    async () => {
      const {
        _id: id,
        reference,
        notifications: present,
        status,
      } = await findNamedSubmission(context, name);
      await context.redis();
      return {
        about: { ids: [id] },
        async work(record) {
          const wanted = kinds.map((kind) => ({ submissionId: id, kind }));
          const resent = await resendEach(context, record, wanted);
          if (resent.length > 0) return { reference, resent: resent.map(({ kind }) => kind) };
          const states = notificationKinds.flatMap((kind) => {
            const state = present[kind]?.status;
            return state ? [`${notifications[kind].phrase} ${state}`] : [];
          });
          const hint = status === 'quarantined' ? ' Mark it as not spam to send them.' : '';
          throw new TaskError('conflict', `No emails have failed (${states.join(', ')}).${hint}`);
        },
      };
    },
  );
}

/** Queues those of the given notifications that have failed, and returns the queued ones. */
async function resendEach(
  context: TaskContext,
  record: { counts?: Record<string, number> },
  notifications: readonly PendingNotification<NotificationKind>[],
): Promise<PendingNotification<NotificationKind>[]> {
  const database = await context.database();
  const resent: PendingNotification<NotificationKind>[] = [];
  for (const notification of notifications) {
    if (!(await reopenNotification(database, notification))) continue;
    await enqueueNotification(context, notification);
    record.counts = { notifications: resent.push(notification) };
  }
  return resent;
}

/**
 * Queues the pending notifications of a submission that was just changed. If Redis goes down now,
 * the worker's next sweep for pending emails queues them.
 */
export async function enqueuePending(
  context: TaskContext,
  { _id: submissionId, notifications }: ContactSubmission,
): Promise<void> {
  const pending = notificationKinds.filter((kind) => notifications[kind]?.status === 'pending');
  for (const kind of pending) {
    const replyId = notifications[kind]?.replyId;
    await enqueueNotification(context, { submissionId, kind, replyId }).catch(() => undefined);
  }
}

/**
 * Removes the job of a reply that is about to be undone.
 *
 * @throws TaskError if the reply was sent, or an attempt to send it has begun.
 */
export async function withdrawReply(
  { queues }: TaskContext,
  { _id, reference, notifications: { reply } }: ContactSubmission,
): Promise<void> {
  const { notifications } = await queues();
  const id = notificationJobId(_id, 'reply');
  const job = await notifications.getJob(id);
  if (reply?.status === 'sent') {
    throw new TaskError('conflict', `The reply to ${reference} has already been sent.`);
  }
  // An attempt may have sent the reply without marking it as sent.
  const hasBegun = job !== undefined && job.attemptsStarted > 0;
  if (hasBegun || (job && (await notifications.remove(id)) === 0)) {
    throw new TaskError(
      'conflict',
      `Sending the reply to ${reference} has begun, so it cannot be undone.`,
    );
  }
}

/**
 * Queues a notification, to be sent after `delay` milliseconds. Removes its old job first, because
 * BullMQ ignores a job whose id already exists.
 */
export async function enqueueNotification(
  { queues }: TaskContext,
  { submissionId, kind, replyId }: PendingNotification,
  delay = 0,
): Promise<void> {
  const { notifications } = await queues();
  const { name, data, opts } = notificationJob(submissionId, kind, { replyId });
  await removeJob(notifications, opts.jobId);
  await notifications.add(name, data, { ...opts, delay });
}
