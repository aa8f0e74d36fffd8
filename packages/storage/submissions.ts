import { mongo } from 'mongoose';

import { withoutEmptyFields } from '#contract/contact-fields.ts';
import type { ContactForm } from '#contract/contact-form.ts';
import { automaticKinds, type NotificationKind } from '#contract/notifications.ts';
import { referenceOf } from '#contract/reference.ts';
import { replyDueOn, type ReplyTarget } from '#contract/reply-target.ts';
import type { Screening } from '#contract/screening.ts';
import { withTimeout } from '#server/process.ts';
import type { Mongodb } from './mongodb.ts';
import { isDuplicate } from './schemas.ts';
import { searchWordsOf } from './search.ts';
import {
  undecided,
  type ContactSubmission,
  type Handling,
  type NotificationState,
} from './submission-model.ts';

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
  hasWebhook?: boolean;
  retentionMonths: number;
  replyTarget?: ReplyTarget | undefined;
}

/** Stores one submission. Resolves to whether this call stored it. */
export async function storeSubmission(
  database: Pick<Mongodb, 'enquiries'>,
  submission: AcceptedSubmission,
): Promise<boolean> {
  const [isNew = false] = await storeDocuments(database, [documentOf(submission)]);
  return isNew;
}

/**
 * Resolves when a majority of MongoDB's members has the documents on disk, to whether each was new.
 * One whose id exists stays as it is, so a repetition never resets a notification.
 * @throws if any document may not be stored.
 */
export async function storeDocuments(
  { enquiries }: Pick<Mongodb, 'enquiries'>,
  documents: readonly ContactSubmission[],
): Promise<boolean[]> {
  const options = { ordered: false, writeConcern: { w: 'majority', j: true } } as const;
  try {
    await withTimeout(storeTimeout, enquiries().insertMany([...documents], options));
    return documents.map(() => true);
  } catch (error) {
    const known = duplicatesIn(error).map((index) => documents[index]?._id ?? '');
    const stored = await enquiries().countDocuments({ _id: { $in: known } });
    // A conflict in another unique index must not pass for a repetition: the document is not stored.
    if (stored < known.length) throw error;
    return documents.map(({ _id }) => !known.includes(_id));
  }
}

/** The positions of the documents that conflict with stored ones. Rethrows any other error. */
function duplicatesIn(error: unknown): number[] {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  const isUnsafe = error.result.getWriteConcernError() !== undefined || failures.length === 0;
  if (isUnsafe || !failures.every(isDuplicate)) throw error;
  return failures.map(({ index }) => index);
}

/** What every enquiry has when it is stored: new, unassigned, and due as the firm promises. */
export function defaultsFor(
  acceptedAt: Date,
  replyTarget: ReplyTarget | undefined,
  changedAt = new Date(),
) {
  const handling: Omit<Handling, 'linked'> = {
    ...undecided,
    notes: [],
    replies: [],
    doneAt: null,
    doneBy: null,
    version: 0,
  };
  const dueOn = replyTarget === undefined ? null : replyDueOn(acceptedAt, replyTarget);
  return { dueOn, changedAt, handling };
}

/** The document of an accepted submission, with its notifications pending or withheld. */
export function documentOf(submission: AcceptedSubmission): ContactSubmission {
  const { id, acceptedAt, storedAt, noticeVersion, form, screening, unacknowledged } = submission;
  const { verdict = 'clean', score = 0, reasons = [] } = screening ?? {};
  const isHidden = verdict === 'hidden';
  const spamReason = { hidden: 'spam', marked: 'possible spam', clean: undefined }[verdict];
  function initialState(kind: NotificationKind): NotificationState {
    const ofKind = {
      // A reason of its own stays when staff say that it is not spam.
      acknowledgement: unacknowledged ?? spamReason,
      staff: isHidden ? spamReason : undefined,
      reply: undefined,
    };
    const reason = ofKind[kind];
    return reason === undefined
      ? { status: 'pending', updatedAt: storedAt }
      : { status: 'withheld', updatedAt: storedAt, reason };
  }
  const [typed, reference] = [withoutEmptyFields(form), referenceOf(id)];
  return {
    _id: id,
    ...typed,
    reference,
    status: isHidden ? 'quarantined' : 'accepted',
    ...(verdict === 'marked' && { marked: true }),
    ...(screening && { screening: { score, reasons } }),
    noticeVersion,
    createdAt: acceptedAt,
    storedAt,
    ...defaultsFor(acceptedAt, submission.replyTarget, storedAt),
    expiresAt: isHidden ? quarantineEnd(storedAt) : addMonths(storedAt, submission.retentionMonths),
    words: searchWordsOf({ ...typed, reference }),
    notifications: Object.fromEntries(automaticKinds.map((kind) => [kind, initialState(kind)])),
    ...(submission.hasWebhook &&
      !isHidden && { webhook: { status: 'pending', updatedAt: storedAt } }),
  };
}

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

export async function findSubmission(
  { enquiries }: Pick<Mongodb, 'enquiries'>,
  id: string,
): Promise<ContactSubmission | null> {
  return enquiries().findOne({ _id: id }, { projection: { words: 0, notifyOwner: 0 } });
}
