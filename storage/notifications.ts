import type { NotificationKind } from '../contract/notifications.ts';
import type { Database } from './connection.ts';
import type { PendingNotification } from './deliveries.ts';
import type { ContactSubmission, NotificationState } from './submission-model.ts';

const keptFailures = 20;

/**
 * The parts to keep when a notification gets a new status: its last 20 failures, and the id of the
 * reply that it delivers.
 */
export function lastingParts(
  state: NotificationState | undefined,
): Pick<NotificationState, 'earlier' | 'replyId'> {
  const { status, updatedAt, reason = '', earlier = [], replyId } = state ?? {};
  const all = status === 'failed' && updatedAt ? [...earlier, { at: updatedAt, reason }] : earlier;
  return {
    ...(all.length > 0 ? { earlier: all.slice(-keptFailures) } : {}),
    ...(replyId ? { replyId } : {}),
  };
}

/** Since when the oldest email to staff has waited that nobody can have received; undefined if none. */
export async function findOldestStaffEmail({
  submissions,
}: Pick<Database, 'submissions'>): Promise<Date | undefined> {
  const oldest = await submissions
    .findOne({
      'notifications.staff.status': 'pending',
      'notifications.staff.sentAt': null,
      'notifications.staff.unconfirmed': null,
    })
    .sort({ 'notifications.staff.updatedAt': 1 })
    .select({ notifications: 1 })
    .lean<Pick<ContactSubmission, 'notifications'>>();
  return oldest?.notifications.staff?.updatedAt;
}

/** The ids of new enquiries whose staff notification failed after the given time; at most 1000. */
export async function findUnnotifiedEnquiries(
  { submissions }: Pick<Database, 'submissions'>,
  since: Date,
): Promise<string[]> {
  const found = await submissions
    .find({
      'notifications.staff.status': 'failed',
      'notifications.staff.updatedAt': { $gte: since },
      'handling.state': { $in: [null, 'new'] },
    })
    .limit(1_000)
    .select({ _id: 1 })
    .lean();
  return found.map(({ _id }) => _id);
}

export interface FailedNotification extends PendingNotification<NotificationKind> {
  reference: string;
  failedAt: Date;
  /** A short code, such as `smtp 550`. */
  reason: string;
}

/** Yields failed notifications of the given kinds, oldest first within each kind. */
export async function* findFailedNotifications(
  { submissions }: Pick<Database, 'submissions'>,
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

/** Resets a failed notification to pending, except for spam. Returns whether it did. */
export async function reopenNotification(
  { submissions }: Pick<Database, 'submissions'>,
  { submissionId, kind }: PendingNotification<NotificationKind>,
): Promise<boolean> {
  const found = await submissions.findById(submissionId).lean<ContactSubmission>().exec();
  const state = found?.notifications[kind];
  if (state?.status !== 'failed' || found?.status === 'quarantined') return false;
  const { status, updatedAt } = state;
  const pending = { status: 'pending', updatedAt: new Date(), ...lastingParts(state) } as const;
  const { matchedCount } = await submissions.updateOne(
    {
      _id: submissionId,
      [`notifications.${kind}.status`]: status,
      [`notifications.${kind}.updatedAt`]: updatedAt,
    },
    { $set: { [`notifications.${kind}`]: pending, changedAt: pending.updatedAt } },
    { runValidators: true },
  );
  return matchedCount > 0;
}

/** The number of webhooks given up since the given time, and why one of them failed. */
export async function findFailedWebhooks(
  { submissions }: Pick<Database, 'submissions'>,
  since: Date,
): Promise<{ count: number; reason: string }> {
  const failed: Record<string, unknown> = {
    'webhook.status': 'failed',
    'webhook.updatedAt': { $gte: since },
  };
  const count = await submissions.countDocuments(failed);
  const last = count > 0 ? await submissions.findOne(failed).lean<ContactSubmission>() : null;
  return { count, reason: last?.webhook?.reason ?? '' };
}
