import { withoutEmptyFields, type ContactForm } from '../contract/contact-form.ts';
import type { Screening } from '../contract/jobs.ts';
import {
  forEachKind,
  notificationKinds,
  notifications,
  type NotificationKind,
} from '../contract/notifications.ts';
import { referenceOf } from '../contract/reference.ts';
import type { Database } from './connection.ts';
import type { ContactSubmission, NotificationState } from './submission-model.ts';

/** How long MongoDB keeps a submission that nobody releases from quarantine. */
export const quarantineDays = 30;
/** How long MongoDB keeps what the system sent to itself, if it does not come through. */
const canaryDays = 1;
const dayInMilliseconds = 86_400_000;

/** An enquiry as it was accepted. */
export interface AcceptedSubmission {
  id: string;
  acceptedAt: Date;
  /** What the API said of that, if it cannot be. */
  claimedAt?: Date;
  /** The present. It is kept from then on. */
  storedAt: Date;
  noticeVersion: string;
  form: ContactForm;
  screening?: Screening;
  canary?: boolean;
  /** After how many months MongoDB deletes it. */
  retentionMonths: number;
}

/**
 * Stores a submission with its notifications pending, or withheld if it is in quarantine, and
 * resolves when a majority has it on disk. Repeating it changes nothing, so that a retry never
 * resets a notification. What is stored in the same turn of the event loop is stored together.
 *
 * @returns whether this call stored it; false if it had been stored before.
 */
export async function storeSubmission(
  database: Database,
  submission: AcceptedSubmission,
): Promise<boolean> {
  const { id, acceptedAt, claimedAt, storedAt, noticeVersion, form, screening } = submission;
  const { canary = false } = submission;
  const quarantined = screening?.quarantined ?? false;
  function initialState(kind: NotificationKind): NotificationState {
    const isWithheld = quarantined || (canary && !notifications[kind].ofCanary);
    return { status: isWithheld ? 'withheld' : 'pending', updatedAt: storedAt };
  }
  const document: ContactSubmission = {
    _id: id,
    ...withoutEmptyFields(form),
    reference: referenceOf(id),
    status: quarantined ? 'quarantined' : 'accepted',
    ...(screening ? { screening: { score: screening.score, reasons: screening.reasons } } : {}),
    ...(canary ? { canary } : {}),
    noticeVersion,
    createdAt: acceptedAt,
    ...(claimedAt ? { claimedAt } : {}),
    storedAt,
    expiresAt: expiryOf(submission),
    notifications: forEachKind(initialState),
  };
  await database.submissions.validate(document);
  const outcome = await database.insertSubmission(document);
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

function expiryOf({ storedAt, canary, screening, retentionMonths }: AcceptedSubmission): Date {
  const days = canary ? canaryDays : screening?.quarantined ? quarantineDays : undefined;
  if (days === undefined) return addMonths(storedAt, retentionMonths);
  return new Date(storedAt.getTime() + days * dayInMilliseconds);
}

/** The same day and time so many months later, or the last day of that month if it is shorter. */
export function addMonths(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0));
  later.setUTCDate(Math.min(date.getUTCDate(), lastDay.getUTCDate()));
  return later;
}

/** Resolves to null when there is no such submission, because it was erased or has expired. */
export function findSubmission(
  { submissions }: Database,
  id: string,
): Promise<ContactSubmission | null> {
  return submissions.findById(id).lean<ContactSubmission>().exec();
}

/** The submissions with a reference: one, unless the first 40 bits of two ids are the same. */
export function findSubmissionsByReference(
  { submissions }: Database,
  reference: string,
): Promise<ContactSubmission[]> {
  return submissions.find({ reference }).limit(2).lean<ContactSubmission[]>().exec();
}

/**
 * Takes a submission out of quarantine: it is kept for as long as any other, and those of its
 * notifications that were never sent are pending. Queueing them is left to the caller, and to the
 * sweeper if that fails.
 *
 * @param seen the submission as it was read.
 * @returns it as it is then; undefined if it was not in quarantine, or has changed meanwhile.
 */
export function releaseSubmission(
  database: Database,
  seen: ContactSubmission,
  retentionMonths: number,
): Promise<ContactSubmission | undefined> {
  return changeStatus(database, seen, 'pending', {
    status: 'released',
    expiresAt: addMonths(seen.storedAt, retentionMonths),
  });
}

/**
 * Puts a submission into quarantine because staff say that it is spam: none of its notifications
 * leaves any more, and it is deleted as soon as any other that nobody releases.
 *
 * @param seen the submission as it was read.
 * @returns it as it is then; undefined if it was there already, or has changed meanwhile.
 */
export function holdSubmission(
  database: Database,
  seen: ContactSubmission,
): Promise<ContactSubmission | undefined> {
  const now = new Date();
  return changeStatus(database, seen, 'withheld', {
    status: 'quarantined',
    expiresAt: new Date(now.getTime() + quarantineDays * dayInMilliseconds),
    // Whoever has done it knows of it.
    toldAt: now,
  });
}

/** Of the notifications, those that were not sent get the given state. */
async function changeStatus(
  { submissions }: Database,
  { _id, status, handling, notifications: states }: ContactSubmission,
  notification: 'pending' | 'withheld',
  change: Partial<ContactSubmission>,
): Promise<ContactSubmission | undefined> {
  const unsent = notificationKinds.filter((kind) => states[kind]?.status !== 'sent');
  const notSent = unsent.map((kind) => ({ [`notifications.${kind}.status`]: { $ne: 'sent' } }));
  const state = { status: notification, updatedAt: new Date() };
  const set = Object.fromEntries(unsent.map((kind) => [`notifications.${kind}`, state]));
  const changed = await submissions
    .findOneAndUpdate(
      { $and: [{ _id, status, 'handling.version': handling?.version ?? null }, ...notSent] },
      { $set: { ...change, ...set }, $inc: { 'handling.version': 1 } },
      { returnDocument: 'after', runValidators: true },
    )
    .lean<ContactSubmission>()
    .exec();
  return changed ?? undefined;
}

/** Changes what a submission says, at the request of the person whom it is about. */
export async function correctSubmission(
  { submissions }: Database,
  id: string,
  correction: Partial<ContactForm>,
): Promise<void> {
  await submissions.updateOne({ _id: id }, { $set: correction }, { runValidators: true });
}

/** Deletes submissions that are in quarantine, and no others. Returns how many there were. */
export async function eraseQuarantined(
  { submissions }: Database,
  ids: readonly string[],
): Promise<number> {
  const filter = { _id: { $in: [...ids] }, status: 'quarantined' } as const;
  const { deletedCount } = await submissions.deleteMany(filter);
  return deletedCount;
}

/** Deletes submissions. Returns how many there were. */
export async function eraseSubmissions(
  { submissions }: Database,
  ids: readonly string[],
): Promise<number> {
  const { deletedCount } = await submissions.deleteMany({ _id: { $in: [...ids] } });
  return deletedCount;
}

/**
 * Asks MongoDB to rewrite the file of the submissions, so that what was deleted or changed
 * leaves the disk.
 *
 * @returns whether it did; a server may refuse, such as the primary of a replica set.
 */
export async function compactSubmissions({ submissions }: Database): Promise<boolean> {
  try {
    await submissions.db.db?.command({ compact: submissions.collection.collectionName });
    return true;
  } catch {
    return false;
  }
}
