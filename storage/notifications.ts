import { notificationKinds, type NotificationKind } from '../contract/notifications.ts';
import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';

type NotificationOutcome =
  | { status: 'sent'; sentAt: Date }
  /** `reason` is a short code without personal data. */
  | { status: 'failed' | 'withheld'; reason: string };

export interface PendingNotification {
  submissionId: string;
  kind: NotificationKind;
}

/** Records what became of a notification. One that was sent stays sent, whatever comes later. */
export async function markNotification(
  { submissions }: Database,
  { submissionId, kind }: PendingNotification,
  outcome: NotificationOutcome,
): Promise<void> {
  await submissions.updateOne(
    { _id: submissionId, [`notifications.${kind}.status`]: { $ne: 'sent' } },
    { $set: { [`notifications.${kind}`]: { ...outcome, updatedAt: new Date() } } },
    { runValidators: true },
  );
}

/** Yields every notification that has been pending since before the given time, oldest first. */
export async function* findPendingNotifications(
  { submissions }: Database,
  olderThan: Date,
): AsyncGenerator<PendingNotification> {
  for (const kind of notificationKinds) {
    const updatedAt = `notifications.${kind}.updatedAt`;
    const found = submissions
      .find({ [`notifications.${kind}.status`]: 'pending', [updatedAt]: { $lt: olderThan } })
      .sort({ [updatedAt]: 1 })
      .select({ _id: 1 })
      .lean()
      .cursor({ batchSize: 200 });
    for await (const { _id } of found) yield { submissionId: _id, kind };
  }
}

/** A notification that has failed, and nothing that a visitor typed. */
export interface FailedNotification extends PendingNotification {
  reference: string;
  failedAt: Date;
  /** A short code, such as `smtp 550`. */
  reason: string;
}

/** Yields every notification of the given kinds that has failed, of each the oldest first. */
export async function* findFailedNotifications(
  { submissions }: Database,
  kinds: readonly NotificationKind[],
): AsyncGenerator<FailedNotification> {
  for (const kind of kinds) {
    const found = submissions
      .find({ [`notifications.${kind}.status`]: 'failed' })
      .sort({ [`notifications.${kind}.updatedAt`]: 1 })
      .select({ reference: 1, notifications: 1 })
      .lean<Pick<ContactSubmission, '_id' | 'reference' | 'notifications'>[]>()
      .cursor({ batchSize: 200 });
    for await (const { _id: submissionId, reference, notifications } of found) {
      const { updatedAt: failedAt = new Date(0), reason = '' } = notifications[kind] ?? {};
      yield { submissionId, kind, reference, failedAt, reason };
    }
  }
}

/** Makes a notification that has failed pending again. Returns whether it had failed. */
export async function reopenNotification(
  { submissions }: Database,
  { submissionId, kind }: PendingNotification,
): Promise<boolean> {
  const { matchedCount } = await submissions.updateOne(
    { _id: submissionId, [`notifications.${kind}.status`]: 'failed' },
    { $set: { [`notifications.${kind}`]: { status: 'pending', updatedAt: new Date() } } },
    { runValidators: true },
  );
  return matchedCount > 0;
}
