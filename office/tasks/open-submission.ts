import { findSubmission, findSubmissionsByReference } from '../../storage/submissions.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { audit } from './audit.ts';
import { TaskError, type DatabaseContext } from './context.ts';

/** The name of one submission, as it is stored: its UUID, or its reference in capitals. */
export type SubmissionName = { id: string } | { reference: string };

/** One submission in full. Throws as `findNamedSubmission`. */
export async function openSubmission(
  context: DatabaseContext,
  name: SubmissionName,
): Promise<ContactSubmission> {
  const found = await findNamedSubmission(context, name);
  await audit(context, 'show-submission', { ids: [found._id] });
  return found;
}

/**
 * The submission that a task is about. Nobody is shown what it says, so the audit trail has only
 * what the task does.
 *
 * @throws TaskError when there is none of that name, or several.
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
    throw new TaskError('conflict', 'Several enquiries have that reference: name its id.');
  if (found) return found;
  const [kind] = Object.keys(name);
  throw new TaskError('not-found', `There is no enquiry with that ${kind}.`);
}
