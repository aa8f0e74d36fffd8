import * as z from 'zod';

import { readReference } from '../../contract/reference.ts';
import { findNamed, type StoredEnquiry } from '../../storage/enquiries.ts';
import { storeDefaults } from '../../storage/enquiry-defaults.ts';
import { TaskError, type DatabaseContext } from '../server/task.ts';
import { replyTarget } from './describe.server.ts';

/** Identifies an enquiry: by its UUID, or by its reference as stored, such as `7F3K-92QD`. */
export type EnquiryName = { id: string } | { reference: string };

/**
 * Parses an id or reference that a person typed. Case does not matter, nor do spaces, hyphens and
 * look-alike letters in a reference. Undefined if the text is neither.
 */
export function enquiryNameIn(text: string): EnquiryName | undefined {
  const id = z.uuid().safeParse(text.trim().toLowerCase());
  if (id.success) return { id: id.data };
  const reference = readReference(text);
  return reference ? { reference } : undefined;
}

/** @throws TaskError if the text is neither an id nor a reference. */
export function readEnquiryName(text: string): EnquiryName {
  const name = enquiryNameIn(text);
  if (name) return name;
  throw new TaskError('invalid', 'That is neither a reference such as 7F3K-92QD nor an ID.');
}

/**
 * Finds the enquiry with an id or a reference. Records nothing in the audit trail: each caller
 * records its own action.
 *
 * @throws TaskError if there is no such enquiry, or if several have the reference.
 */
export async function findEnquiry(
  { database }: Pick<DatabaseContext, 'database'>,
  name: EnquiryName,
): Promise<StoredEnquiry> {
  const store = await database();
  let [found, another] = await findNamed(store, name);
  // A worker of the last release has just stored it.
  if (found && (found as Partial<StoredEnquiry>).handling?.state === undefined) {
    await storeDefaults(store, replyTarget);
    [found, another] = await findNamed(store, name);
  }
  if (another) {
    throw new TaskError('conflict', 'Several enquiries have this reference. Use the ID.');
  }
  if (found) return found;
  const kind = 'id' in name ? 'ID' : 'reference';
  throw new TaskError('not-found', `There is no enquiry with that ${kind}.`);
}

/** The refusal of a change to an enquiry that a colleague has changed since it was read. */
export function changedByColleague(reference: string): TaskError {
  return new TaskError('conflict', `${reference} has been changed by a colleague.`);
}
