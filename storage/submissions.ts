import { withoutEmptyFields, type ContactForm } from '../contract/contact-form.ts';
import type { Screening } from '../contract/jobs.ts';
import { automaticKinds, type NotificationKind } from '../contract/notifications.ts';
import { referenceOf } from '../contract/reference.ts';
import type { Database } from './connection.ts';
import { searchWordsOf } from './search-words.ts';
import type { ContactSubmission, NotificationState } from './submission-model.ts';

export const quarantineDays = 30;
const dayInMilliseconds = 86_400_000;

export interface AcceptedSubmission {
  id: string;
  acceptedAt: Date;
  /** The API's own timestamp, if its clock was wrong. */
  claimedAt?: Date;
  /** The current time, from which retention counts. */
  storedAt: Date;
  noticeVersion: string;
  /** The language of the form, unless it is English. */
  locale?: string;
  form: ContactForm;
  screening?: Screening;
  /** Why no acknowledgement may be sent; absent if one may be sent. */
  unacknowledged?: string;
  retentionMonths: number;
}

/**
 * Stores a submission with its notifications pending, or withheld if they must not be sent.
 * Resolves after a majority of MongoDB's members has it on disk. Idempotent: a retry never resets a
 * notification. Calls in one turn of the event loop share a write.
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

export function documentOf(submission: AcceptedSubmission): ContactSubmission {
  const { id, acceptedAt, claimedAt, storedAt, noticeVersion, form, screening } = submission;
  const { locale, unacknowledged } = submission;
  const quarantined = screening?.quarantined ?? false;
  function initialState(kind: NotificationKind): NotificationState {
    if (kind === 'acknowledgement' && unacknowledged !== undefined && !quarantined) {
      return { status: 'withheld', updatedAt: storedAt, reason: unacknowledged };
    }
    return { status: quarantined ? 'withheld' : 'pending', updatedAt: storedAt };
  }
  const [own, reference] = [withoutEmptyFields(form), referenceOf(id)];
  return {
    _id: id,
    ...own,
    reference,
    status: quarantined ? 'quarantined' : 'accepted',
    ...(screening ? { screening: { score: screening.score, reasons: screening.reasons } } : {}),
    noticeVersion,
    ...(locale ? { locale } : {}),
    createdAt: acceptedAt,
    ...(claimedAt ? { claimedAt } : {}),
    storedAt,
    expiresAt: expiryOf(submission),
    words: searchWordsOf({ ...own, reference }),
    notifications: Object.fromEntries(automaticKinds.map((kind) => [kind, initialState(kind)])),
  };
}

function expiryOf({ storedAt, screening, retentionMonths }: AcceptedSubmission): Date {
  return screening?.quarantined ? quarantineEnd(storedAt) : addMonths(storedAt, retentionMonths);
}

/** The deletion date of a submission that is quarantined at the given time, by default now. */
export function quarantineEnd(from = new Date()): Date {
  return new Date(from.getTime() + quarantineDays * dayInMilliseconds);
}

/** Adds months to a date, in UTC. If the resulting month has no such day, uses its last day. */
export function addMonths(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0));
  later.setUTCDate(Math.min(date.getUTCDate(), lastDay.getUTCDate()));
  return later;
}

/** Resolves to the submission with an id, or to null if there is none. */
export function findSubmission(
  { submissions }: Database,
  id: string,
): Promise<ContactSubmission | null> {
  return submissions.findById(id).lean<ContactSubmission>().exec();
}

/** Finds up to two submissions with a reference. Ids with equal first 40 bits share a reference. */
export function findSubmissionsByReference(
  { submissions }: Database,
  reference: string,
): Promise<ContactSubmission[]> {
  return submissions.find({ reference }).limit(2).lean<ContactSubmission[]>().exec();
}

/**
 * Corrects a submission at the request of the data subject. Returns false if it has changed since
 * it was read.
 */
export async function storeCorrection(
  { submissions }: Database,
  seen: ContactSubmission,
  correction: Partial<ContactForm>,
): Promise<boolean> {
  const { matchedCount } = await submissions.updateOne(
    { _id: seen._id, 'handling.version': seen.handling?.version ?? null },
    {
      $set: { ...correction, words: searchWordsOf({ ...seen, ...correction }) },
      // Otherwise undoing "the last change" would undo the one before.
      $unset: { undo: '' },
      $inc: { 'handling.version': 1 },
    },
    { runValidators: true },
  );
  return matchedCount > 0;
}

/** Permanently deletes submissions. Returns the number deleted. */
export async function eraseSubmissions(
  { submissions, deleted }: Database,
  ids: readonly string[],
): Promise<number> {
  let count = 0;
  for (const model of [submissions, deleted]) {
    count += (await model.deleteMany({ _id: { $in: [...ids] } })).deletedCount;
  }
  return count;
}

const noSuchCollection = 26;

/**
 * Asks MongoDB to compact the collections. It does so only if that frees enough space, and keeps
 * recent changes in its oplog.
 *
 * @returns true, or false if a command failed, for example for lack of permission or time.
 */
export async function compactSubmissions({ submissions, deleted }: Database): Promise<boolean> {
  let hasSucceeded = true;
  for (const { collection } of [submissions, deleted]) {
    try {
      // The primary of a replica set compacts only with `force`.
      await submissions.db.db?.command({ compact: collection.collectionName, force: true });
    } catch (error) {
      if ((error as { code?: unknown }).code !== noSuchCollection) hasSucceeded = false;
    }
  }
  return hasSucceeded;
}
