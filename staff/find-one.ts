import * as z from 'zod';

import { findSubmission, findSubmissionsByReference } from '../storage/read-submissions.ts';
import type { Database } from '../storage/connection.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import { CommandError, UsageError } from './errors.ts';

/** The options by which one submission is named. Its id or reference may also stand alone. */
export const oneSubmissionOptions = {
  id: z.string().optional(),
  reference: z.string().optional(),
};

const uuid = z.uuid();

/**
 * The submission that is meant.
 *
 * @throws UsageError when none or several are named; CommandError when there is no such one.
 */
export async function findOne(
  database: Database,
  { id, reference }: { id?: string | undefined; reference?: string | undefined },
  positionals: readonly string[],
): Promise<ContactSubmission> {
  const [name, ...more] = [id, reference, ...positionals].filter((value) => value !== undefined);
  if (name === undefined || more.length > 0) throw new UsageError('Name one enquiry.');
  if (uuid.safeParse(name).success) {
    const found = await findSubmission(database, name.toLowerCase());
    if (found) return found;
    throw new CommandError('There is no enquiry with that id.');
  }
  const [found, another] = await findSubmissionsByReference(database, name.toUpperCase());
  if (!found) throw new CommandError('There is no enquiry with that reference.');
  if (another) throw new CommandError('Several enquiries have that reference: name its id.');
  return found;
}
