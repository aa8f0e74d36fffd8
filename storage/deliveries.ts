import { deliveryKinds, type DeliveryKind } from '../contract/notifications.ts';
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
  { enquiries }: Pick<Mongodb, 'enquiries'>,
  { submissionId, kind, replyId }: PendingNotification,
  outcome: NotificationOutcome,
): Promise<void> {
  const of = (name: keyof NotificationState) => pathOf(kind, name);
  const fields = Object.entries({ ...outcome, updatedAt: new Date() });
  await enquiries().updateOne(
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
  );
}

/** Records the time of a copy that the mail server did not confirm, but may have delivered. */
export async function recordUnconfirmed(
  { enquiries }: Pick<Mongodb, 'enquiries'>,
  { submissionId, kind }: PendingNotification,
  at: Date,
): Promise<void> {
  await enquiries().updateOne(
    { _id: submissionId },
    { $push: { [pathOf(kind, 'unconfirmed')]: at } },
  );
}

/** Yields notifications pending since before the given time, oldest first within each kind. */
export async function* findPendingNotifications(
  { enquiries }: Pick<Mongodb, 'enquiries'>,
  olderThan: Date,
): AsyncGenerator<PendingNotification> {
  for (const kind of deliveryKinds) {
    const updatedAt = pathOf(kind, 'updatedAt');
    const filter = { [pathOf(kind, 'status')]: 'pending', [updatedAt]: { $lt: olderThan } };
    const pending = enquiries()
      .find(filter, { projection: { _id: 1 }, batchSize: 200 })
      .sort({ [updatedAt]: 1 });
    for await (const { _id } of pending) yield { submissionId: _id, kind };
  }
}

/** Why a staff notification waits for the hourly summary. */
export const summaryReason = 'summary';
/** Why it waits for the email about enquiries that an upgrade brought back. */
export const rescuedReason = 'rescued';

export type SummaryReason = typeof summaryReason | typeof rescuedReason;

export type SummaryLine = Pick<
  ContactSubmission,
  '_id' | 'reference' | 'organisation' | 'createdAt' | 'marked'
>;

function waitingFor(reason: SummaryReason) {
  return { 'notifications.staff.status': 'withheld', 'notifications.staff.reason': reason };
}

/**
 * The enquiries that wait for one email about all of them, plain ones first, if one has waited since
 * before the given time; none otherwise.
 */
export async function findSummarised(
  { enquiries }: Pick<Mongodb, 'enquiries'>,
  reason: SummaryReason,
  dueBefore: Date,
): Promise<SummaryLine[]> {
  const due = { ...waitingFor(reason), 'notifications.staff.updatedAt': { $lt: dueBefore } };
  if (!(await enquiries().findOne(due, { projection: { _id: 1 } }))) return [];
  const projection = { reference: 1, organisation: 1, createdAt: 1, marked: 1 };
  const waiting = await enquiries()
    .find<SummaryLine>(waitingFor(reason), { projection })
    .sort({ createdAt: 1 })
    .toArray();
  return [...waiting.filter((line) => !line.marked), ...waiting.filter((line) => line.marked)];
}

/** Records that staff were told of these enquiries. */
export async function markSummarised(
  { enquiries }: Pick<Mongodb, 'enquiries'>,
  ids: readonly string[],
): Promise<void> {
  const now = new Date();
  await enquiries().updateMany(
    { _id: { $in: [...ids] }, 'notifications.staff.status': 'withheld' },
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
