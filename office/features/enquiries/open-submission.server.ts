import { findSubmission, findSubmissionsByReference } from '../../../storage/submissions.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { hasRead, record } from '../../server/run-action.ts';
import { TaskError, type DatabaseContext } from '../../server/task.ts';

/** A submission's stored name: its UUID, or its reference in capitals. */
export type SubmissionName = { id: string } | { reference: string };

/** Milliseconds for which a record also covers automatic refreshes. */
export const recordCovers = 15 * 60_000;
/** Milliseconds after which a page cannot still be open, because its session has ended. */
const readingLasts = 12 * 3_600_000;
const actions = ['enquiry.open', 'enquiry.reread'] as const;

/**
 * A whole submission. Opening it is recorded first; automatic refreshes (`again`) are recorded once
 * in 15 minutes. An `again` without an earlier opening counts as opening.
 *
 * @throws TaskError like `findNamedSubmission`.
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
 * The submission for a task. Its content is not shown, so only the task itself is recorded.
 *
 * @throws TaskError if there is none with that name, or several.
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
  const [kind] = Object.keys(name);
  throw new TaskError('not-found', `There is no enquiry with that ${kind}.`);
}
