import type { ContactForm } from '../contract/contact-form.ts';
import type { Database } from './connection.ts';
import { searchWordsOf } from './search.ts';
import type { ContactSubmission } from './submission-model.ts';

/**
 * Corrects a submission at the request of the data subject. Returns false if it has changed since
 * it was read.
 */
export async function storeCorrection(
  { submissions }: Pick<Database, 'submissions'>,
  seen: ContactSubmission,
  correction: Partial<ContactForm>,
): Promise<boolean> {
  const { matchedCount } = await submissions.updateOne(
    { _id: seen._id, 'handling.version': seen.handling?.version ?? null },
    {
      $set: {
        ...correction,
        changedAt: new Date(),
        words: searchWordsOf({ ...seen, ...correction }),
      },
      // Otherwise undoing "the last change" would undo the one before.
      $unset: { undo: '' },
      $inc: { 'handling.version': 1 },
    },
    { runValidators: true },
  );
  return matchedCount > 0;
}

/** Permanently deletes submissions. Returns the number deleted. */
export async function eraseSubmissions(
  { submissions, deleted }: Database,
  ids: readonly string[],
): Promise<number> {
  let count = 0;
  for (const model of [submissions, deleted]) {
    count += (await model.deleteMany({ _id: { $in: [...ids] } })).deletedCount;
  }
  return count;
}

const noSuchCollection = 26;

/**
 * Asks MongoDB to compact the collections. It does so only if that frees enough space, and keeps
 * recent changes in its oplog.
 *
 * @returns true, or false if a command failed, for example for lack of permission or time.
 */
export async function compactSubmissions({ submissions, deleted }: Database): Promise<boolean> {
  let hasSucceeded = true;
  for (const { collection } of [submissions, deleted]) {
    try {
      // The primary of a replica set compacts only with `force`.
      await submissions.db.db?.command({ compact: collection.collectionName, force: true });
    } catch (error) {
      if ((error as { code?: unknown }).code !== noSuchCollection) hasSucceeded = false;
    }
  }
  return hasSucceeded;
}
