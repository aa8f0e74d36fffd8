import { findSubmission, findSubmissionsByReference } from '../../../storage/submissions.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { hasRead, record } from '../../server/run-action.ts';
import { TaskError, type DatabaseContext } from '../../server/task.ts';

/** The name of one submission, as it is stored: its UUID, or its reference in capitals. */
export type SubmissionName = { id: string } | { reference: string };

/** Milliseconds for which a record also covers what a page reads again by itself. */
export const recordCovers = 15 * 60_000;
/** Milliseconds after which nobody still reads what they have opened: a session has ended by then. */
const readingLasts = 12 * 3_600_000;
const actions = ['enquiry.open', 'enquiry.reread'] as const;

/**
 * One submission in full. That it is opened is in the audit trail before; and of what a page reads
 * `again` by itself, because something has changed, once in 15 minutes that it is still being read.
 * To say `again` of what was not opened makes it no less an opening. Throws as `findNamedSubmission`.
 */
export async function openSubmission(
  context: DatabaseContext,
  name: SubmissionName,
  { again = false } = {},
): Promise<ContactSubmission> {
  const found = await findNamedSubmission(context, name);
  const ids = [found._id];
  const was = (within: number) => hasRead(context, ids, { actions, within });
  if (again && (await was(recordCovers))) return found;
  const isReread = again && (await was(readingLasts));
  await record(context, isReread ? 'enquiry.reread' : 'enquiry.open', { ids });
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
