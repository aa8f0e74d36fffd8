import { mongo } from 'mongoose';

import { withoutEmptyFields, type ContactForm } from '../contract/contact-form.ts';
import { automaticKinds, type NotificationKind } from '../contract/notifications.ts';
import { referenceOf } from '../contract/reference.ts';
import type { ReplyTarget } from '../contract/reply-target.ts';
import type { Screening } from '../contract/screening.ts';
import { withTimeout } from '../packages/server/process.ts';
import type { Database } from './connection.ts';
import { defaultsFor } from './enquiry-defaults.ts';
import { isDuplicate } from './schemas.ts';
import { searchWordsOf } from './search-words.ts';
import type { ContactSubmission, NotificationState } from './submission-model.ts';

const quarantineDays = 30;
const dayInMilliseconds = 86_400_000;
/** Longer than the socket timeout: some commands of the driver never return after a kill. */
const storeTimeout = 9_000;

export interface AcceptedSubmission {
  id: string;
  acceptedAt: Date;
  /** The current time, from which retention counts. */
  storedAt: Date;
  noticeVersion: string;
  form: ContactForm;
  screening?: Screening | undefined;
  /** Why no acknowledgement may be sent; absent if one may be sent. */
  unacknowledged?: string | undefined;
  /** Whether a webhook is to be posted. */
  hasWebhook?: boolean;
  retentionMonths: number;
  /** The working days within which the firm promises a reply. */
  replyTarget?: ReplyTarget | undefined;
}

/** Stores one submission. Resolves to whether this call stored it. */
export async function storeSubmission(
  database: Pick<Database, 'submissions'>,
  submission: AcceptedSubmission,
): Promise<boolean> {
  const [isNew = false] = await storeDocuments(database, [documentOf(submission)]);
  return isNew;
}

/**
 * Stores documents in one round trip. Resolves after a majority of MongoDB's members has them on
 * disk. A document whose id exists stays as it is, so a repetition never resets a notification.
 *
 * @returns for each document, whether this call stored it.
 * @throws if any document may not be stored.
 */
export async function storeDocuments(
  { submissions }: Pick<Database, 'submissions'>,
  documents: readonly ContactSubmission[],
): Promise<boolean[]> {
  const collection = submissions.collection as unknown as mongo.Collection<ContactSubmission>;
  const options = { ordered: false, writeConcern: { w: 'majority', j: true } } as const;
  try {
    await withTimeout(storeTimeout, collection.insertMany([...documents], options));
    return documents.map(() => true);
  } catch (error) {
    const repeated = duplicatesIn(error).map((index) => documents[index]?._id ?? '');
    const existing = await submissions.find({ _id: { $in: repeated } }, { _id: 1 }).lean();
    // A conflict in another unique index must not pass for a repetition: the document is not stored.
    if (existing.length < repeated.length) throw error;
    return documents.map(({ _id }) => !repeated.includes(_id));
  }
}

/** The positions of the documents that conflict with stored ones. Rethrows any other error. */
function duplicatesIn(error: unknown): number[] {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  const writeErrors = [error.writeErrors].flat();
  const isUnsafe = error.result.getWriteConcernError() !== undefined || writeErrors.length === 0;
  if (isUnsafe || !writeErrors.every(isDuplicate)) throw error;
  return writeErrors.map(({ index }) => index);
}

/** The document of an accepted submission, with its notifications pending or withheld. */
export function documentOf(submission: AcceptedSubmission): ContactSubmission {
  const { id, acceptedAt, storedAt, noticeVersion, form, screening, unacknowledged } = submission;
  const verdict = screening?.verdict ?? 'clean';
  const isHidden = verdict === 'hidden';
  function initialState(kind: NotificationKind): NotificationState {
    const againstVisitor = verdict === 'marked' ? 'possible spam' : unacknowledged;
    const against = kind === 'acknowledgement' ? againstVisitor : undefined;
    const reason = isHidden ? 'spam' : against;
    return reason === undefined
      ? { status: 'pending', updatedAt: storedAt }
      : { status: 'withheld', updatedAt: storedAt, reason };
  }
  const [own, reference] = [withoutEmptyFields(form), referenceOf(id)];
  return {
    _id: id,
    ...own,
    reference,
    status: isHidden ? 'quarantined' : 'accepted',
    ...(verdict === 'marked' ? { marked: true } : {}),
    ...(screening ? { screening: { score: screening.score, reasons: screening.reasons } } : {}),
    noticeVersion,
    createdAt: acceptedAt,
    storedAt,
    ...defaultsFor(acceptedAt, submission.replyTarget, storedAt),
    expiresAt: isHidden ? quarantineEnd(storedAt) : addMonths(storedAt, submission.retentionMonths),
    words: searchWordsOf({ ...own, reference }),
    notifications: Object.fromEntries(automaticKinds.map((kind) => [kind, initialState(kind)])),
    ...(submission.hasWebhook && !isHidden
      ? { webhook: { status: 'pending', updatedAt: storedAt } }
      : {}),
  };
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
  { submissions }: Pick<Database, 'submissions'>,
  id: string,
): Promise<ContactSubmission | null> {
  return submissions.findById(id).lean<ContactSubmission>().exec();
}

/** Finds up to two submissions with a reference. Ids with equal first 40 bits share a reference. */
export function findSubmissionsByReference(
  { submissions }: Pick<Database, 'submissions'>,
  reference: string,
): Promise<ContactSubmission[]> {
  return submissions.find({ reference }).limit(2).lean<ContactSubmission[]>().exec();
}

/**
 * Corrects a submission at the request of the data subject. Returns false if it has changed since
 * it was read.
 */
export async function storeCorrection(
  { submissions }: Pick<Database, 'submissions'>,
  seen: ContactSubmission,
  correction: Partial<ContactForm>,
): Promise<boolean> {
  const { matchedCount } = await submissions.updateOne(
    { _id: seen._id, 'handling.version': seen.handling?.version ?? null },
    {
      $set: {
        ...correction,
        changedAt: new Date(),
        words: searchWordsOf({ ...seen, ...correction }),
      },
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
