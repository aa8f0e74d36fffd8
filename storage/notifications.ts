import {
  deliveryKinds,
  type DeliveryKind,
  type NotificationKind,
} from '../contract/notifications.ts';
import type { Mongodb } from './mongodb.ts';
import type { ContactSubmission, NotificationState } from './submission-model.ts';

type NotificationOutcome =
  | { status: 'sent'; sentAt: Date }
  /** `reason` is a short code without personal data. */
  | { status: 'failed' | 'withheld'; reason: string };

export interface PendingNotification<Kind extends DeliveryKind = DeliveryKind> {
  submissionId: string;
  kind: Kind;
  /** The id of the reply that the notification delivers, if it delivers one. */
  replyId?: string | undefined;
}

/** The path of a notification's state in a submission. */
function pathOf(kind: DeliveryKind, name: keyof NotificationState): string {
  return `${kind === 'webhook' ? kind : `notifications.${kind}`}.${name}`;
}

/** The state of a notification; undefined if the submission has none of this kind. */
export function stateOf(
  { webhook, notifications }: Pick<ContactSubmission, 'webhook' | 'notifications'>,
  kind: DeliveryKind,
): NotificationState | undefined {
  return kind === 'webhook' ? webhook : notifications[kind];
}

/**
 * Records the outcome of a notification that is not yet recorded as sent. If staff have marked the
 * enquiry as spam in the meantime, its status is `withheld`, and only `sent` replaces that.
 */
export async function markNotification(
  { submissions }: Mongodb,
  { submissionId, kind, replyId }: PendingNotification,
  outcome: NotificationOutcome,
): Promise<void> {
  const of = (name: keyof NotificationState) => pathOf(kind, name);
  const fields = Object.entries({ ...outcome, updatedAt: new Date() });
  await submissions.updateOne(
    {
      _id: submissionId,
      [of('status')]: outcome.status === 'sent' ? { $ne: 'sent' } : { $nin: ['sent', 'withheld'] },
      // A slow attempt to send an earlier reply must not set the status of a later reply.
      ...(replyId ? { [of('replyId')]: replyId } : {}),
    },
    {
      // Sets each field separately, to keep the other ones, such as `earlier`.
      $set: {
        ...Object.fromEntries(
          fields.map(([name, value]) => [of(name as keyof NotificationState), value]),
        ),
        changedAt: new Date(),
      },
      $unset: { [of('reason' in outcome ? 'sentAt' : 'reason')]: '' },
    },
    { runValidators: true },
  );
}

/** Records the time of a copy that the mail server did not confirm, but may have delivered. */
export async function recordUnconfirmed(
  { submissions }: Mongodb,
  { submissionId, kind }: PendingNotification,
  at: Date,
): Promise<void> {
  await submissions.updateOne(
    { _id: submissionId },
    { $push: { [pathOf(kind, 'unconfirmed')]: at } },
  );
}

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
}: Pick<Mongodb, 'submissions'>): Promise<Date | undefined> {
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
  { submissions }: Mongodb,
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

/** Yields notifications pending since before the given time, oldest first within each kind. */
export async function* findPendingNotifications(
  { submissions }: Pick<Mongodb, 'submissions'>,
  olderThan: Date,
): AsyncGenerator<PendingNotification> {
  for (const kind of deliveryKinds) {
    const updatedAt = pathOf(kind, 'updatedAt');
    const pending = submissions
      .find({ [pathOf(kind, 'status')]: 'pending', [updatedAt]: { $lt: olderThan } })
      .sort({ [updatedAt]: 1 })
      .select({ _id: 1 })
      .lean()
      .cursor({ batchSize: 200 });
    for await (const { _id } of pending) yield { submissionId: _id, kind };
  }
}

/** Why a staff notification waits for the hourly summary. */
export const summaryReason = 'summary';

const summarised = {
  'notifications.staff.status': 'withheld',
  'notifications.staff.reason': summaryReason,
};

export type SummaryLine = Pick<
  ContactSubmission,
  '_id' | 'reference' | 'organisation' | 'createdAt' | 'marked'
>;

/**
 * The enquiries that wait for a summary, plain ones first, if one has waited since before the given
 * time; none otherwise.
 */
export async function findSummarised(
  { submissions }: Pick<Mongodb, 'submissions'>,
  dueBefore: Date,
): Promise<SummaryLine[]> {
  const due = { ...summarised, 'notifications.staff.updatedAt': { $lt: dueBefore } };
  if (!(await submissions.exists(due))) return [];
  const waiting = await submissions
    .find(summarised)
    .select({ reference: 1, organisation: 1, createdAt: 1, marked: 1 })
    .lean<SummaryLine[]>()
    .exec();
  const inOrder = waiting.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return [...inOrder.filter((each) => !each.marked), ...inOrder.filter((each) => each.marked)];
}

/** Records that a summary with these enquiries was sent. */
export async function markSummarised(
  { submissions }: Pick<Mongodb, 'submissions'>,
  ids: readonly string[],
): Promise<void> {
  const now = new Date();
  await submissions.updateMany(
    { _id: { $in: [...ids] }, ...summarised },
    {
      $set: {
        'notifications.staff.status': 'sent',
        'notifications.staff.sentAt': now,
        'notifications.staff.updatedAt': now,
      },
      $unset: { 'notifications.staff.reason': '' },
    },
  );
}

export interface FailedNotification extends PendingNotification<NotificationKind> {
  reference: string;
  failedAt: Date;
  /** A short code, such as `smtp 550`. */
  reason: string;
}

/** Yields failed notifications of the given kinds, oldest first within each kind. */
export async function* findFailedNotifications(
  { submissions }: Mongodb,
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
  { submissions }: Mongodb,
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
  { submissions }: Pick<Mongodb, 'submissions'>,
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
