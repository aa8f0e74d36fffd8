import { withoutEmptyFields, type ContactForm } from '../contract/contact-form.ts';
import type { Screening } from '../contract/jobs.ts';
import { forEachKind, notifications, type NotificationKind } from '../contract/notifications.ts';
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
  const document = documentOf(submission);
  await database.submissions.validate(document);
  const outcome = await database.insertSubmission(document);
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/** What MongoDB keeps of a submission that nobody has done anything about yet. */
export function documentOf(submission: AcceptedSubmission): ContactSubmission {
  const { id, acceptedAt, claimedAt, storedAt, noticeVersion, form, screening } = submission;
  const { canary = false } = submission;
  const quarantined = screening?.quarantined ?? false;
  function initialState(kind: NotificationKind): NotificationState {
    const isWithheld = quarantined || (canary && !notifications[kind].ofCanary);
    return { status: isWithheld ? 'withheld' : 'pending', updatedAt: storedAt };
  }
  return {
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
 * Changes what a submission says, at the request of the person whom it is about, if it is still as
 * it was in the given version. Returns whether it was.
 */
export async function correctSubmission(
  { submissions }: Database,
  { id, version }: { id: string; version: number },
  correction: Partial<ContactForm>,
): Promise<boolean> {
  const { matchedCount } = await submissions.updateOne(
    { _id: id, 'handling.version': version === 0 ? null : version },
    { $set: correction, $inc: { 'handling.version': 1 } },
    { runValidators: true },
  );
  return matchedCount > 0;
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
 * @returns whether it did; a server may refuse, such as one that gives us no right to.
 */
export async function compactSubmissions({ submissions }: Database): Promise<boolean> {
  try {
    // The primary of a replica set does so only by force.
    const { collectionName: compact } = submissions.collection;
    await submissions.db.db?.command({ compact, force: true });
    return true;
  } catch {
    return false;
  }
}
