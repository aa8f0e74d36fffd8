import * as z from 'zod';

import { readReference } from '#contract/read-reference.ts';
import { findNamed, type StoredEnquiry } from '#storage/enquiries.ts';
import { completeEnquiries } from '#storage/migrate.ts';
import { TaskError, type DatabaseContext } from '../server/task.ts';
import { replyTarget } from './describe.server.ts';

/** Identifies an enquiry: by its UUID, or by its reference as stored, such as `7F3K-92QD`. */
export type EnquiryName = { id: string } | { reference: string };

/** Reads an id or a reference as people type it. @throws TaskError if the text is neither. */
export function readEnquiryName(text: string): EnquiryName {
  const id = z.uuid().safeParse(text.trim().toLowerCase());
  if (id.success) return { id: id.data };
  const reference = readReference(text);
  if (reference) return { reference };
  throw new TaskError('invalid', 'That is neither a reference such as 7F3K-92QD nor an ID.');
}

/** Callers record it in the audit trail. @throws TaskError unless it is exactly one enquiry. */
export async function findEnquiry(
  { database }: Pick<DatabaseContext, 'database'>,
  name: EnquiryName,
): Promise<StoredEnquiry> {
  const store = await database();
  const [enquiry, another] = await findNamed(store, name);
  if (another) {
    throw new TaskError('conflict', 'Several enquiries have this reference. Use the ID.');
  }
  if (!enquiry) {
    const kind = 'id' in name ? 'ID' : 'reference';
    throw new TaskError('not-found', `There is no enquiry with that ${kind}.`);
  }
  if ((enquiry as Partial<StoredEnquiry>).handling?.state !== undefined) return enquiry;
  // A worker of the last release has just stored it.
  await completeEnquiries(store, replyTarget);
  return findEnquiry({ database }, name);
}

export function changedByColleague(reference: string): TaskError {
  return new TaskError('conflict', `${reference} has been changed by a colleague.`);
}
