import { notificationJob, type NotificationKind } from '../contract/jobs.ts';
import type { StaffContext } from './context.ts';
import { removeJob } from './traces/remove-jobs.ts';

/** Queues a notification anew. Redis would ignore an id that it still has from the last time. */
export async function enqueueNotification(
  context: StaffContext,
  submissionId: string,
  kind: NotificationKind,
): Promise<void> {
  const { notifications } = await context.queues();
  const { name, data, opts } = notificationJob(submissionId, kind);
  await removeJob(notifications, opts.jobId);
  await notifications.add(name, data, opts);
}
