import type { Database } from './connection.ts';
import type { ContactSubmission, Handling, Note } from './submission-model.ts';

/** A submission's handling, with defaults for a new one. */
export function handlingOf({ handling }: Pick<ContactSubmission, 'handling'>): Handling {
  return { state: 'new', owner: null, notes: [], doneAt: null, version: 0, ...handling };
}

/** The fields to change. */
export interface HandlingUpdate extends Partial<Pick<Handling, 'state' | 'owner' | 'doneAt'>> {
  note?: Note;
}

/**
 * Changes a submission's handling if its version is unchanged.
 *
 * @returns the changed submission; undefined if it does not exist or was changed in the meantime.
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
