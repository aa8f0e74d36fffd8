import {
  deliveryKinds,
  type DeliveryKind,
  type NotificationKind,
} from '#contract/notifications.ts';
import type { Database } from './connection.ts';
import type { Mongodb } from './mongodb.ts';
import type { ContactSubmission, NotificationState } from './submission-model.ts';
import type { Notice, User } from './users.ts';

type Worker = Pick<Mongodb, 'enquiries'>;
type Desk = Pick<Database, 'submissions'>;

type NotificationOutcome =
  | { status: 'sent'; sentAt: Date }
  /** `reason` is a short code without personal data. */
  | { status: 'failed' | 'withheld'; reason: string };

export interface PendingNotification<Kind extends DeliveryKind = DeliveryKind> {
  submissionId: string;
  kind: Kind;
  replyId?: string | undefined;
}

function pathOf(kind: DeliveryKind, name: keyof NotificationState): string {
  return `${kind === 'webhook' ? kind : `notifications.${kind}`}.${name}`;
}

/** Records an outcome. `sent` is final; only `sent` replaces `withheld`, which spam has. */
export async function markNotification(
  { enquiries }: Worker,
  { submissionId, kind, replyId }: PendingNotification,
  outcome: NotificationOutcome,
): Promise<void> {
  const of = (name: keyof NotificationState) => pathOf(kind, name);
  const updatedAt = new Date();
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
        [of('status')]: outcome.status,
        [of('updatedAt')]: updatedAt,
        ...('reason' in outcome
          ? { [of('reason')]: outcome.reason }
          : { [of('sentAt')]: outcome.sentAt }),
        changedAt: updatedAt,
      },
      $unset: { [of('reason' in outcome ? 'sentAt' : 'reason')]: '' },
    },
  );
}

/** Records the time of a copy that the mail server did not confirm, but may have delivered. */
export async function recordUnconfirmed(
  { enquiries }: Worker,
  { submissionId, kind }: PendingNotification,
): Promise<void> {
  const $push = { [pathOf(kind, 'unconfirmed')]: new Date() };
  await enquiries().updateOne({ _id: submissionId }, { $push });
}

/** Yields notifications pending since before the given time, oldest first within each kind. */
export async function* findPendingNotifications(
  { enquiries }: Worker,
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

/** The enquiries that wait for a summary, plain ones first; none until the oldest is due. */
export async function findSummarised(
  { enquiries }: Worker,
  reason: SummaryReason,
  dueBefore: Date,
): Promise<SummaryLine[]> {
  const waiting = {
    'notifications.staff.status': 'withheld',
    'notifications.staff.reason': reason,
  };
  const due = { ...waiting, 'notifications.staff.updatedAt': { $lt: dueBefore } };
  if (!(await enquiries().findOne(due, { projection: { _id: 1 } }))) return [];
  const projection = { reference: 1, organisation: 1, createdAt: 1, marked: 1 };
  const summarised = enquiries().find<SummaryLine>(waiting, { projection });
  const lines = await summarised.sort({ createdAt: 1 }).toArray();
  return [...lines.filter((line) => !line.marked), ...lines.filter((line) => line.marked)];
}

/** An enquiry that a colleague assigned to a user who has not been notified yet. */
export type Assignment = Pick<ContactSubmission, '_id' | 'reference'> & { notifyOwner: Date };

type Colleague = Pick<User, '_id' | 'name' | 'email' | 'assignmentEmails'>;

export async function findColleague({ collection }: Mongodb, username: string) {
  // Without the desk's model of users, which the worker does not load.
  const projection = { name: 1, email: 1, assignmentEmails: 1 };
  return collection<User>('users').findOne<Colleague>({ username }, { projection });
}

export type NoticedUser = Pick<User, '_id' | 'username' | 'name' | 'notices'>;

/** The accounts whose owners are to be told about changes. */
export function findNotices({ collection }: Mongodb): Promise<NoticedUser[]> {
  const projection = { username: 1, name: 1, notices: 1 };
  const waiting = { noticedAt: { $exists: true } };
  return collection<User>('users').find<NoticedUser>(waiting, { projection }).toArray();
}

/** Removes a notice that was sent, and keeps those that were added in the meantime. */
export async function removeNotice(
  { collection }: Mongodb,
  _id: string,
  sent: Notice,
): Promise<void> {
  const users = collection<User>('users');
  for (;;) {
    const user = await users.findOne({ _id });
    if (!user) return;
    const notices = user.notices.filter(
      ({ at, change }) => at.getTime() !== sent.at.getTime() || change !== sent.change,
    );
    const ended = notices.length === 0 ? { $unset: { noticedAt: '' as const } } : {};
    const unchanged = { _id, noticedAt: user.noticedAt ?? null };
    const { matchedCount } = await users.updateOne(unchanged, { $set: { notices }, ...ended });
    if (matchedCount > 0) return;
  }
}

const assigned = {
  'handling.state': { $in: ['open', 'waiting'] as const },
  status: { $ne: 'quarantined' as const },
};

export async function findOwnersToNotify({ enquiries }: Worker): Promise<string[]> {
  const filter = { ...assigned, notifyOwner: { $gt: new Date(0) }, 'handling.owner': { $gt: '' } };
  return enquiries().distinct('handling.owner', filter as object) as Promise<string[]>;
}

export async function findAssignments(
  { enquiries }: Worker,
  owner: string,
  before: Date,
): Promise<Assignment[]> {
  const filter = { ...assigned, notifyOwner: { $lt: before }, 'handling.owner': owner };
  return enquiries()
    .find<Assignment>(filter as object, { projection: { reference: 1, notifyOwner: 1 } })
    .sort({ createdAt: 1 })
    .limit(200)
    .toArray();
}

/** Ends the notification of assignments before the given time: of all, or of the given ids. */
export async function markOwnerNotified(
  { enquiries }: Worker,
  owner: string,
  before: Date,
  ids?: string[],
): Promise<void> {
  const filter = { notifyOwner: { $lt: before }, 'handling.owner': owner };
  const update = { $unset: { notifyOwner: '' as const } };
  await enquiries().updateMany({ ...filter, ...(ids && { _id: { $in: ids } }) }, update);
}

const keptFailures = 20;

/** What a notification keeps in a new status: its last 20 failures, and the id of its reply. */
export function lastingParts({
  status,
  updatedAt,
  reason = '',
  earlier = [],
  replyId,
}: NotificationState): Pick<NotificationState, 'earlier' | 'replyId'> {
  const failures = status === 'failed' ? [...earlier, { at: updatedAt, reason }] : earlier;
  return {
    ...(failures.length > 0 && { earlier: failures.slice(-keptFailures) }),
    ...(replyId && { replyId }),
  };
}

/** Resets a failed notification to pending, except for spam. Returns whether it did. */
export async function reopenNotification(
  { submissions }: Desk,
  { submissionId: _id, kind }: PendingNotification<NotificationKind>,
): Promise<boolean> {
  const submission = await submissions.findById(_id).lean<ContactSubmission>();
  const state = submission?.notifications[kind];
  if (state?.status !== 'failed' || submission?.status === 'quarantined') return false;
  const pending = { status: 'pending', updatedAt: new Date(), ...lastingParts(state) };
  const { matchedCount } = await submissions.updateOne(
    {
      _id,
      [pathOf(kind, 'status')]: state.status,
      [pathOf(kind, 'updatedAt')]: state.updatedAt,
    },
    { $set: { [`notifications.${kind}`]: pending, changedAt: pending.updatedAt } },
  );
  return matchedCount > 0;
}

/** Since when the oldest email to staff has waited that nobody can have; undefined if none. */
export async function findOldestStaffEmail({ submissions }: Desk): Promise<Date | undefined> {
  const oldest = await submissions
    .findOne({
      'notifications.staff.status': 'pending',
      'notifications.staff.sentAt': null,
      'notifications.staff.unconfirmed': null,
    })
    .sort({ 'notifications.staff.updatedAt': 1 })
    .lean<ContactSubmission>();
  return oldest?.notifications.staff?.updatedAt;
}

export function countUnnotifiedEnquiries({ submissions }: Desk, since: Date): Promise<number> {
  return submissions.countDocuments({
    'notifications.staff.status': 'failed',
    'notifications.staff.updatedAt': { $gte: since },
    'handling.state': 'new',
  });
}

export async function findFailedWebhooks(
  { submissions }: Desk,
  since: Date,
): Promise<{ count: number; reason: string }> {
  const failed = { 'webhook.status': 'failed', 'webhook.updatedAt': { $gte: since } };
  const count = await submissions.countDocuments(failed as object);
  const last =
    count > 0 ? await submissions.findOne(failed as object).lean<ContactSubmission>() : null;
  return { count, reason: last?.webhook?.reason ?? '' };
}
