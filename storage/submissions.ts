import { contactFieldNames, fieldsUnder, staffHeadings } from '../contract/contact-fields.ts';
import { withoutEmptyFields, type ContactForm } from '../contract/contact-form.ts';
import type { Screening } from '../contract/jobs.ts';
import {
  canaryKinds,
  forEachKind,
  notifications,
  type NotificationKind,
} from '../contract/notifications.ts';
import { readReference, referenceOf } from '../contract/reference.ts';
import type { Database } from './connection.ts';
import { containing, escapeRegExp } from './matching-text.ts';
import type { ContactSubmission, NotificationState, SubmissionStatus } from './submission-model.ts';

/** How long MongoDB keeps a submission that nobody releases from quarantine. */
export const quarantineDays = 30;
/** How long MongoDB keeps what the system sent to itself. */
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

/** Where a page of submissions ended. */
export type Position = Pick<ContactSubmission, 'createdAt' | '_id'>;

/** Which submissions are wanted. Every condition that is given has to hold. */
export interface SubmissionFilter {
  /** Text that any field or the reference contains; of a name, its parts in any order. */
  text?: string;
  /** The address that it came from, whatever its case. */
  email?: string;
  from?: Date;
  /** The first moment that is too late. */
  to?: Date;
  status?: SubmissionStatus;
}

const searched = [...contactFieldNames, 'reference'];

/** Reads a page of submissions, newest first, from behind a position on. */
export function searchSubmissions(
  { submissions }: Database,
  filter: SubmissionFilter,
  { limit, after }: { limit: number; after?: Position },
): Promise<ContactSubmission[]> {
  return submissions
    .find(conditionsOf(filter, after))
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean<ContactSubmission[]>()
    .exec();
}

/** How many submissions there are. */
export function countSubmissions(
  { submissions }: Database,
  filter: SubmissionFilter,
): Promise<number> {
  return submissions.countDocuments(conditionsOf(filter)).exec();
}

function conditionsOf(filter: SubmissionFilter, after?: Position): object {
  const { text, email, from, to, status } = filter;
  const conditions: object[] = [{ canary: { $ne: true } }];
  if (text) conditions.push({ $or: conditionsOfText(text) });
  if (email) conditions.push({ email: new RegExp(`^${escapeRegExp(email)}$`, 'i') });
  if (from) conditions.push({ createdAt: { $gte: from } });
  if (to) conditions.push({ createdAt: { $lt: to } });
  if (status) conditions.push({ status });
  if (after) {
    const { createdAt, _id } = after;
    conditions.push({
      $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }],
    });
  }
  return { $and: conditions };
}

/** Of these one has to hold. */
function conditionsOfText(text: string): object[] {
  const inOneField = searched.map((field) => ({ [field]: containing(text) }));
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const underOneHeading = staffHeadings.map((heading) => ({
    $and: words.map((word) => ({
      $or: fieldsUnder(heading).map((field) => ({ [field]: containing(word) })),
    })),
  }));
  const reference = readReference(text);
  return [
    ...inOneField,
    ...(words.length > 1 ? underOneHeading : []),
    ...(reference ? [{ reference }] : []),
  ];
}

/**
 * When the newest enquiry that the system sent to itself was accepted, of those that have come
 * through to the mail; undefined when none of the last day has.
 */
export async function findLastCanary({ submissions }: Database): Promise<Date | undefined> {
  const sent = Object.fromEntries(
    canaryKinds.map((kind) => [`notifications.${kind}.status`, 'sent']),
  );
  const last = await submissions
    .findOne({ canary: true, ...sent })
    .sort({ createdAt: -1 })
    .select({ createdAt: 1 })
    .lean<Pick<ContactSubmission, 'createdAt'>>()
    .exec();
  return last?.createdAt;
}

/**
 * Takes a submission out of quarantine: it is kept for as long as any other, and its
 * notifications are pending. Queueing them is left to the caller, and to the sweeper if that fails.
 *
 * @returns whether it was in quarantine.
 */
export async function releaseSubmission(
  { submissions }: Database,
  { _id, storedAt }: Pick<ContactSubmission, '_id' | 'storedAt'>,
  retentionMonths: number,
): Promise<boolean> {
  const pending = { status: 'pending', updatedAt: new Date() } as const;
  const { matchedCount } = await submissions.updateOne(
    { _id, status: 'quarantined' },
    {
      $set: {
        status: 'released',
        expiresAt: addMonths(storedAt, retentionMonths),
        notifications: forEachKind(() => pending),
      },
    },
    { runValidators: true },
  );
  return matchedCount > 0;
}

/** Changes what a submission says, at the request of the person whom it is about. */
export async function correctSubmission(
  { submissions }: Database,
  id: string,
  correction: Partial<ContactForm>,
): Promise<void> {
  await submissions.updateOne({ _id: id }, { $set: correction }, { runValidators: true });
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
