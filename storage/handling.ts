import {
  notificationKinds,
  notifications as definitions,
  type NotificationKind,
} from '../contract/notifications.ts';
import {
  handlingFieldNames,
  initialHandling,
  type HandlingValues,
} from '../contract/submission-view.ts';
import type { Database } from './connection.ts';
import { lastingParts } from './notifications.ts';
import type {
  ContactSubmission,
  Handling,
  Note,
  NotificationState,
  Reply,
  SubmissionStatus,
} from './submission-model.ts';
import { searchWordsOf } from './search-words.ts';
import { addMonths, quarantineEnd } from './submissions.ts';

/** How staff have handled a submission, with the initial values of fields that are not set. */
export function handlingOf({ handling }: Pick<ContactSubmission, 'handling'>): Handling {
  const none = { notes: [], replies: [], doneAt: null, doneBy: null, version: 0 };
  return { ...initialHandling, ...none, ...handling };
}

/** A change by staff; absent fields stay as they are. */
export interface SubmissionChange extends Partial<HandlingValues> {
  /** `quarantined` marks the submission as spam, `released` as not spam. */
  status?: SubmissionStatus;
  note?: Note;
  /** An email to the visitor, which becomes pending; the caller has to queue it. */
  reply?: Reply;
  /** Whether a colleague assigned the enquiry, so that the new assignee has to be notified. */
  notifyOwner?: boolean;
  /** The user who makes the change; stored if the change closes the submission. */
  by?: string;
}

/**
 * Applies a change and stores what is needed to undo it. Marking as spam withholds pending
 * notifications. Marking as not spam makes those pending that were withheld as spam, and the caller
 * has to queue them. A notification withheld for another reason stays withheld.
 *
 * @param seen the submission as it was read.
 * @returns the changed submission; undefined if it has changed since it was read.
 */
export async function changeSubmission(
  database: Database,
  seen: ContactSubmission,
  { status, note, reply, by, notifyOwner = false, ...fields }: SubmissionChange,
  retentionMonths: number,
): Promise<ContactSubmission | undefined> {
  const before = handlingOf(seen);
  const changed = handlingFieldNames.filter((name) => fields[name] !== undefined);
  const handling = {
    ...fields,
    ...(fields.state ? closingOf(fields.state, by ?? null) : {}),
    ...(note ? { notes: [...before.notes, note] } : {}),
    ...(reply ? { replies: [...withOutcome(seen), reply] } : {}),
  };
  const isReassigned = fields.owner !== undefined && fields.owner !== before.owner;
  const notified = isReassigned && before.owner ? await readNotifyOwner(database, seen._id) : null;
  const undo = {
    ...(status ? statusOf(seen) : {}),
    ...(notified ? { notifyOwner: notified } : {}),
    ...(reply ? { notifications: given(seen, ['reply']) } : {}),
    ...(changed.length > 0 || reply
      ? {
          handling: {
            ...Object.fromEntries(changed.map((name) => [name, before[name]])),
            ...(fields.state ? { doneAt: before.doneAt, doneBy: before.doneBy } : {}),
            ...(reply ? { replies: before.replies } : {}),
          },
        }
      : {}),
  };
  const canUndo = Object.keys(undo).length > 0;
  // Not when it is closed, because undoing that must not cancel the email to the assignee.
  const isReopened = fields.state !== undefined && before.state === 'done';
  const endsNotice = !notifyOwner && (isReassigned || isReopened);
  const states = {
    ...(status === 'quarantined' ? withheldAsSpam(seen) : {}),
    ...(status === 'released' ? pendingAgain(seen) : {}),
    ...(reply ? { reply: { status: 'pending', updatedAt: reply.at, replyId: reply.id } } : {}),
  };
  const { reply: earlier } = seen.notifications;
  return update(database, seen, {
    set: {
      ...prefixed('handling', handling),
      ...prefixed('notifications', states),
      ...(status ? setOf(status, seen, retentionMonths) : {}),
      ...(note || reply || fields.tags ? wordsWith(seen, handling) : {}),
      ...(canUndo ? { undo } : {}),
      ...(notifyOwner ? { notifyOwner: new Date() } : {}),
    },
    unset: [
      ...(canUndo ? [] : ['undo']),
      ...(endsNotice ? ['notifyOwner'] : []),
      ...(status === 'released' ? ['marked'] : []),
    ],
    guard: [
      ...(status ? notSent(Object.keys(states) as NotificationKind[]) : []),
      // Refuses a new reply if the status of the earlier one has changed in the meantime.
      ...(reply ? [{ 'notifications.reply.status': earlier?.status ?? null }] : []),
    ],
  });
}

/** When a colleague assigned the enquiry, if the assignee has not been notified yet. */
async function readNotifyOwner({ submissions }: Database, id: string): Promise<Date | undefined> {
  const found = await submissions
    .findById(id)
    .select({ notifyOwner: 1 })
    .lean<Pick<ContactSubmission, 'notifyOwner'>>()
    .exec();
  return found?.notifyOwner;
}

function closingOf(state: HandlingValues['state'], by: string | null) {
  return state === 'done' ? { doneAt: new Date(), doneBy: by } : { doneAt: null, doneBy: null };
}

/** The search words of a submission after a change of its notes, replies or tags. */
function wordsWith(seen: ContactSubmission, handling: Partial<Handling>) {
  return { words: searchWordsOf({ ...seen, handling: { ...seen.handling, ...handling } }) };
}

/** The replies to a submission, with the delivery status of the last one. */
function withOutcome({ handling, notifications: { reply: outcome } }: ContactSubmission): Reply[] {
  const replies = handling?.replies ?? [];
  return replies.map((reply) => (reply.id === outcome?.replyId ? { ...reply, outcome } : reply));
}

/**
 * Undoes the last change by staff. Notifications that were sent in the meantime stay sent, and a
 * reply that was sent cannot be undone. The caller has to queue notifications that become pending.
 *
 * @param seen the submission as it was read.
 * @returns the changed submission; undefined if there is nothing to undo, the reply was sent, or
 * the submission has changed since it was read.
 */
export async function undoChange(
  database: Database,
  seen: ContactSubmission,
): Promise<ContactSubmission | undefined> {
  if (!seen.undo) return undefined;
  const { handling = {}, notifications = {}, status, marked, reportedAt, notifyOwner } = seen.undo;
  const isReply = handling.replies !== undefined;
  const isReassigned = handling.owner !== undefined && handling.owner !== handlingOf(seen).owner;
  const kinds: NotificationKind[] = status ? unsentOf(seen) : isReply ? ['reply'] : [];
  return update(database, seen, {
    set: {
      ...prefixed('handling', handling),
      ...prefixed('notifications', given({ notifications }, kinds)),
      ...(status
        ? {
            status,
            expiresAt: expiryAfterUndo(seen.undo),
            ...(marked ? { marked } : {}),
            ...(reportedAt ? { reportedAt } : {}),
          }
        : {}),
      ...(isReply || handling.tags ? wordsWith(seen, handling) : {}),
      ...(notifyOwner ? { notifyOwner } : {}),
    },
    unset: [
      'undo',
      ...(isReassigned && !notifyOwner ? ['notifyOwner'] : []),
      ...(status && !reportedAt ? ['reportedAt'] : []),
      ...(isReply && !notifications.reply ? ['notifications.reply'] : []),
    ],
    guard: notSent(kinds),
  });
}

/** The previous expiry. Spam whose expiry has passed gets a new one, or it would be deleted. */
function expiryAfterUndo({
  status,
  expiresAt,
}: Pick<ContactSubmission['undo'] & object, 'status' | 'expiresAt'>) {
  const isKept = status !== 'quarantined' || Number(expiresAt) > Date.now();
  return isKept ? expiresAt : quarantineEnd();
}

function prefixed(prefix: string, fields: object): Record<string, unknown> {
  const entries = Object.entries(fields);
  return Object.fromEntries(entries.map(([name, value]) => [`${prefix}.${name}`, value]));
}

type Notifications = Pick<ContactSubmission, 'notifications'>;

/** The notification states of the given kinds, leaving out kinds without a state. */
function given(
  { notifications }: Notifications,
  kinds: readonly NotificationKind[],
): Notifications['notifications'] {
  const states = kinds.map((kind) => [kind, notifications[kind]] as const);
  return Object.fromEntries(states.filter(([, state]) => state));
}

/** The kinds of notifications that have not been sent. Includes the reply only if there is one. */
function unsentOf({ notifications }: Notifications): NotificationKind[] {
  return notificationKinds.filter((kind) => {
    const state = notifications[kind];
    return state ? state.status !== 'sent' : definitions[kind].isAutomatic;
  });
}

function notSent(kinds: readonly NotificationKind[]): object[] {
  return kinds.map((kind) => ({ [`notifications.${kind}.status`]: { $ne: 'sent' } }));
}

/** The fields that a change of status affects, with their values before the change. */
function statusOf(seen: ContactSubmission) {
  const { status, marked, expiresAt, reportedAt } = seen;
  return {
    ...{ status, expiresAt, notifications: given(seen, unsentOf(seen)) },
    ...(marked ? { marked } : {}),
    ...(reportedAt ? { reportedAt } : {}),
  };
}

function setOf(status: SubmissionStatus, { storedAt }: ContactSubmission, retentionMonths: number) {
  if (status !== 'quarantined') return { status, expiresAt: addMonths(storedAt, retentionMonths) };
  const now = new Date();
  // Staff marked the submission as spam, so the digest need not report it.
  return {
    status,
    expiresAt: quarantineEnd(now),
    reportedAt: now,
  };
}

/** The states of unsent notifications after marking as spam. Those withheld before stay so. */
function withheldAsSpam(seen: Notifications): Notifications['notifications'] {
  const kinds = unsentOf(seen).filter((kind) => seen.notifications[kind]?.status !== 'withheld');
  return statesOf(kinds, seen, { status: 'withheld', reason: 'spam' });
}

/** Why a notification was withheld as spam; older records have no reason. */
const spamReasons: readonly (string | undefined)[] = [undefined, 'spam', 'possible spam'];

/** The states of the notifications that were withheld as spam, after marking as not spam. */
function pendingAgain(seen: Notifications): Notifications['notifications'] {
  const kinds = unsentOf(seen).filter((kind) => {
    const state = seen.notifications[kind];
    return state?.status !== 'withheld' || spamReasons.includes(state.reason);
  });
  return statesOf(kinds, seen, { status: 'pending' });
}

function statesOf(
  kinds: readonly NotificationKind[],
  { notifications }: Notifications,
  state: Pick<NotificationState, 'status' | 'reason'>,
): Notifications['notifications'] {
  const updatedAt = new Date();
  return Object.fromEntries(
    kinds.map((kind) => [kind, { ...state, updatedAt, ...lastingParts(notifications[kind]) }]),
  );
}

interface Update {
  set: object;
  unset: string[];
  /** Conditions for the update, besides an unchanged status and version. */
  guard: object[];
}

async function update(
  { submissions }: Database,
  { _id, status, handling }: ContactSubmission,
  { set, unset, guard }: Update,
): Promise<ContactSubmission | undefined> {
  const changed = await submissions
    .findOneAndUpdate(
      { $and: [{ _id, status, 'handling.version': handling?.version ?? null }, ...guard] },
      {
        ...(Object.keys(set).length > 0 ? { $set: set } : {}),
        ...(unset.length > 0
          ? { $unset: Object.fromEntries(unset.map((name) => [name, ''])) }
          : {}),
        $inc: { 'handling.version': 1 },
      },
      { returnDocument: 'after', runValidators: true },
    )
    // Selects every field, because the embedded MongoDB cannot leave any out here.
    .select('+words +notifyOwner')
    .lean<ContactSubmission>()
    .exec();
  return changed ?? undefined;
}
