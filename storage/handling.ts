import type { Database } from './connection.ts';
import type { ContactSubmission, Handling, Note } from './submission-model.ts';

/** What staff have done about a submission; it is new where they have done nothing yet. */
export function handlingOf({ handling }: Pick<ContactSubmission, 'handling'>): Handling {
  return { state: 'new', owner: null, notes: [], doneAt: null, version: 0, ...handling };
}

/** What is different after a change; the rest stays. */
export interface HandlingUpdate extends Partial<Pick<Handling, 'state' | 'owner' | 'doneAt'>> {
  note?: Note;
}

/**
 * Changes what staff have done about a submission, if it is still as it was in the given version.
 *
 * @returns the submission as it is then; undefined if it is not there, or was changed meanwhile.
 */
export async function changeHandling(
  { submissions }: Database,
  { id, version }: { id: string; version: number },
  { note, ...fields }: HandlingUpdate,
): Promise<ContactSubmission | undefined> {
  const set = Object.entries(fields).map(([name, value]) => [`handling.${name}`, value]);
  const changed = await submissions
    .findOneAndUpdate(
      { _id: id, 'handling.version': version === 0 ? null : version },
      {
        ...(set.length > 0 ? { $set: Object.fromEntries(set) as object } : {}),
        ...(note ? { $push: { 'handling.notes': note } } : {}),
        $inc: { 'handling.version': 1 },
      },
      { returnDocument: 'after', runValidators: true },
    )
    .lean<ContactSubmission>()
    .exec();
  return changed ?? undefined;
}
