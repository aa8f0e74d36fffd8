import { forEachKind, notificationKinds } from '../contract/notifications.ts';
import {
  handlingFieldNames,
  initialHandling,
  type HandlingValues,
} from '../contract/submission-view.ts';
import type { Database } from './connection.ts';
import { earlierFailures } from './notifications.ts';
import type {
  ContactSubmission,
  Handling,
  Note,
  NotificationState,
  SubmissionStatus,
} from './submission-model.ts';
import { addMonths, quarantineDays } from './submissions.ts';

/** How staff have handled a submission, with the initial values of fields that are not set. */
export function handlingOf({ handling }: Pick<ContactSubmission, 'handling'>): Handling {
  return { ...initialHandling, notes: [], doneAt: null, version: 0, ...handling };
}

/** A change by staff; absent fields stay as they are. */
export interface SubmissionChange extends Partial<HandlingValues> {
  /** `quarantined` marks it as spam, `released` as not spam. */
  status?: SubmissionStatus;
  note?: Note;
}

/**
 * Applies a change and stores what is needed to undo it. Marking as spam withholds unsent
 * notifications, and marking as not spam makes them pending; the caller has to queue them.
 *
 * @param seen the submission as it was read.
 * @returns the changed submission; undefined if it has changed since it was read.
 */
export function changeSubmission(
  database: Database,
  seen: ContactSubmission,
  { status, note, ...fields }: SubmissionChange,
  retentionMonths: number,
): Promise<ContactSubmission | undefined> {
  const before = handlingOf(seen);
  const changed = handlingFieldNames.filter((name) => fields[name] !== undefined);
  const handling = {
    ...fields,
    ...(fields.state ? { doneAt: fields.state === 'done' ? new Date() : null } : {}),
  };
  const undo = {
    ...(status ? statusOf(seen) : {}),
    ...(changed.length > 0
      ? {
          handling: {
            ...Object.fromEntries(changed.map((name) => [name, before[name]])),
            ...(fields.state ? { doneAt: before.doneAt } : {}),
          },
        }
      : {}),
  };
  const canUndo = Object.keys(undo).length > 0;
  return update(database, seen, {
    set: {
      ...prefixed(handling),
      ...(status ? setOf(status, seen, retentionMonths) : {}),
      ...(canUndo ? { undo } : {}),
    },
    unset: canUndo ? [] : ['undo'],
    ...(note ? { note } : {}),
    ...(status
      ? { notifications: unsentAs(status === 'quarantined' ? 'withheld' : 'pending', seen) }
      : {}),
  });
}

/**
 * Undoes the last change by staff, except for notifications that have been sent since. The caller
 * has to queue those that become pending.
 *
 * @param seen the submission as it was read.
 * @returns the changed submission; undefined if there is nothing to undo, or it has changed since
 * it was read.
 */
export async function undoChange(
  database: Database,
  seen: ContactSubmission,
): Promise<ContactSubmission | undefined> {
  if (!seen.undo) return undefined;
  const { handling = {}, notifications, status, expiresAt, toldAt } = seen.undo;
  return update(database, seen, {
    set: {
      ...prefixed(handling),
      ...(status ? { status, expiresAt, ...(toldAt ? { toldAt } : {}) } : {}),
    },
    unset: ['undo', ...(status && !toldAt ? ['toldAt'] : [])],
    ...(status ? { notifications: notifications ?? {} } : {}),
  });
}

function prefixed(handling: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(handling);
  return Object.fromEntries(entries.map(([name, value]) => [`handling.${name}`, value]));
}

type Notifications = ContactSubmission['notifications'];

/** The fields that a change of status affects, as they are before it. */
function statusOf({ status, expiresAt, toldAt, notifications }: ContactSubmission) {
  const unsent = Object.entries(notifications).filter(([, state]) => state.status !== 'sent');
  return {
    ...{ status, expiresAt, notifications: Object.fromEntries(unsent) as Notifications },
    ...(toldAt ? { toldAt } : {}),
  };
}

function setOf(status: SubmissionStatus, { storedAt }: ContactSubmission, retentionMonths: number) {
  if (status !== 'quarantined') return { status, expiresAt: addMonths(storedAt, retentionMonths) };
  const now = new Date();
  // Staff marked it, so the digest need not report it.
  return { status, expiresAt: new Date(now.getTime() + quarantineDays * 86_400_000), toldAt: now };
}

function unsentAs(status: NotificationState['status'], { notifications }: ContactSubmission) {
  const updatedAt = new Date();
  return forEachKind((kind) => ({ status, updatedAt, ...earlierFailures(notifications[kind]) }));
}

interface Update {
  set: object;
  unset: string[];
  note?: Note;
  /** The new states of notifications that were not sent. */
  notifications?: Notifications;
}

async function update(
  { submissions }: Database,
  { _id, status, handling, notifications: states }: ContactSubmission,
  { set, unset, note, notifications }: Update,
): Promise<ContactSubmission | undefined> {
  const unsent = notificationKinds.filter((kind) => states[kind]?.status !== 'sent');
  const guarded = notifications ? unsent : [];
  const notSent = guarded.map((kind) => ({ [`notifications.${kind}.status`]: { $ne: 'sent' } }));
  const given = guarded.filter((kind) => notifications?.[kind]);
  const $set = {
    ...set,
    ...Object.fromEntries(given.map((kind) => [`notifications.${kind}`, notifications?.[kind]])),
  };
  const changed = await submissions
    .findOneAndUpdate(
      { $and: [{ _id, status, 'handling.version': handling?.version ?? null }, ...notSent] },
      {
        ...(Object.keys($set).length > 0 ? { $set } : {}),
        ...(unset.length > 0
          ? { $unset: Object.fromEntries(unset.map((name) => [name, ''])) }
          : {}),
        ...(note ? { $push: { 'handling.notes': note } } : {}),
        $inc: { 'handling.version': 1 },
      },
      { returnDocument: 'after', runValidators: true },
    )
    .lean<ContactSubmission>()
    .exec();
  return changed ?? undefined;
}
