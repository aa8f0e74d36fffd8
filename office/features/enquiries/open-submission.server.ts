import * as z from 'zod';

import { readReference } from '../../../contract/read-reference.ts';
import { handlingOf } from '../../../storage/handling.ts';
import { isSameSender } from '../../../storage/search-conditions.ts';
import { findLinked, searchSubmissions } from '../../../storage/search-submissions.ts';
import { findSubmission, findSubmissionsByReference } from '../../../storage/submissions.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { hasRead, record } from '../../server/run-action.ts';
import { TaskError, type DatabaseContext } from '../../server/task.ts';
import { historyNames } from '../audit/audit-words.ts';
import { badgesOf, promisedDay, rowOf, timelineOf } from './describe-submission.server.ts';

/** Identifies a submission: by its UUID, or by its reference as stored, such as `7F3K-92QD`. */
export type SubmissionName = { id: string } | { reference: string };

/**
 * Parses an id or reference that a person typed. Case does not matter, nor do spaces, hyphens and
 * look-alike letters in a reference. Undefined if the text is neither.
 */
export function submissionNameIn(text: string): SubmissionName | undefined {
  const id = z.uuid().safeParse(text.trim().toLowerCase());
  if (id.success) return { id: id.data };
  const reference = readReference(text);
  return reference ? { reference } : undefined;
}

/** @throws TaskError if the text is neither an id nor a reference. */
export function readSubmissionName(text: string): SubmissionName {
  const name = submissionNameIn(text);
  if (name) return name;
  throw new TaskError('invalid', 'That is neither a reference such as 7F3K-92QD nor an ID.');
}

/** Milliseconds for which one audit record also covers automatic refreshes. */
const recordCovers = 15 * 60_000;
/** Milliseconds after which a page cannot still be open, because its session has ended. */
const maxOpenTime = 12 * 3_600_000;
const actions = ['enquiry.open', 'enquiry.reread'] as const;

/**
 * Reads a whole submission, and records the opening in the audit trail before returning. Automatic
 * refreshes (`again`) are recorded at most once every 15 minutes. A refresh counts as an opening if
 * the actor has not read the submission in the last 12 hours.
 *
 * @throws TaskError like `findNamedSubmission`.
 */
export async function openSubmission(
  context: DatabaseContext,
  name: SubmissionName,
  again = false,
): Promise<ContactSubmission> {
  const found = await findNamedSubmission(context, name);
  const ids = [found._id];
  const was = (within: number) => hasRead(context, ids, { actions, within });
  if (again && (await was(recordCovers))) return found;
  const isReread = again && (await was(maxOpenTime));
  await record(context, isReread ? 'enquiry.reread' : 'enquiry.open', { ids });
  return found;
}

const maxOthers = 20;
const maxRecords = 500;

/**
 * Reads all that the page of an enquiry shows: the submission, its history, linked enquiries, and
 * others from its sender. Records the opening as `openSubmission` does, and that the other
 * enquiries were shown.
 *
 * @throws TaskError like `findNamedSubmission`.
 */
export async function openEnquiry(context: DatabaseContext, name: SubmissionName, again = false) {
  const submission = await openSubmission(context, name, again);
  const { _id: id, email, firstName, lastName, organisation } = submission;
  const database = await context.database();
  const sender = `${firstName} ${lastName} ${organisation}`;
  const [records, sameAddress, sameWords, linked] = await Promise.all([
    database.audit.read({ id, actions: historyNames, limit: maxRecords }),
    searchSubmissions(database, { email }, { limit: maxOthers + 1 }),
    searchSubmissions(database, { text: sender }, { limit: 2 * maxOthers }),
    findLinked(database, submission),
  ]);
  const sameName = sameWords.filter((other) => isSameSender(other, submission));
  const known = new Set([id, ...linked.map(({ _id }) => _id)]);
  const others = [
    ...new Map([...sameAddress, ...sameName].map((each) => [each._id, each])).values(),
  ]
    .filter(({ _id }) => !known.has(_id))
    .slice(0, maxOthers);
  const ids = [...linked, ...others].map(({ _id }) => _id);
  const listed = { actions: ['enquiry.list', 'enquiry.preview'], within: recordCovers } as const;
  if (ids.length > 0 && !(again && (await hasRead(context, ids, listed)))) {
    await record(context, 'enquiry.preview', { ids });
  }
  return {
    submission,
    handling: handlingOf(submission),
    badges: badgesOf(submission),
    replyDueOn: promisedDay(submission),
    timeline: timelineOf(submission, records),
    linked: linked.map(rowOf),
    others: others.map((other) => ({
      ...rowOf(other),
      hasOtherAddress: other.email.toLowerCase() !== email.toLowerCase(),
    })),
  };
}

/**
 * Finds the submission with the given id or reference. Records nothing in the audit trail: each
 * caller records its own action.
 *
 * @throws TaskError if there is no such submission, or if several have the reference.
 */
export async function findNamedSubmission(
  { database }: DatabaseContext,
  name: SubmissionName,
): Promise<ContactSubmission> {
  const stores = await database();
  const [found, another] =
    'id' in name
      ? [await findSubmission(stores, name.id)]
      : await findSubmissionsByReference(stores, name.reference);
  if (another)
    throw new TaskError('conflict', 'Several enquiries have this reference. Use the ID.');
  if (found) return found;
  const kind = 'id' in name ? 'ID' : 'reference';
  throw new TaskError('not-found', `There is no enquiry with that ${kind}.`);
}
