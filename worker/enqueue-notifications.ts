import { notificationJob, notificationKinds, type NotificationKind } from '../contract/jobs.ts';
import type { Queues } from './queues.ts';

/**
 * Queues the given notifications of a submission, both by default. One that is already queued,
 * under its fixed id, is left as it is.
 */
export async function enqueueNotifications(
  notifications: Queues['notifications'],
  submissionId: string,
  kinds: readonly NotificationKind[] = notificationKinds,
): Promise<void> {
  await notifications.addBulk(kinds.map((kind) => notificationJob(submissionId, kind)));
}
