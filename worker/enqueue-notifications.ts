import { notificationJob, notificationKinds, type NotificationKind } from '../contract/jobs.ts';
import { gather } from '../platform/gather.ts';
import type { Queues } from './queues.ts';

/**
 * Queues the given notifications of a submission, both by default. One that is already queued,
 * under its fixed id, is left as it is.
 */
export type EnqueueNotifications = (
  submissionId: string,
  kinds?: readonly NotificationKind[],
) => Promise<void>;

/** Adds to the given queue in one exchange what is to be queued in one turn of the event loop. */
export function notificationEnqueuer(notifications: Queues['notifications']): EnqueueNotifications {
  const add = gather((jobs: ReturnType<typeof notificationJob>[]) => notifications.addBulk(jobs));
  return async (submissionId, kinds = notificationKinds) => {
    await Promise.all(kinds.map((kind) => add(notificationJob(submissionId, kind))));
  };
}
