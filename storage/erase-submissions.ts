import type { Database } from './connection.ts';

/** Deletes submissions. Returns how many there were. */
export async function eraseSubmissions(
  { submissions }: Database,
  ids: readonly string[],
): Promise<number> {
  const { deletedCount } = await submissions.deleteMany(
    { _id: { $in: [...ids] } },
    { writeConcern: { w: 'majority', j: true } },
  );
  return deletedCount;
}

/**
 * Asks MongoDB to rewrite the file of the submissions, so that what was deleted or changed
 * leaves the disk.
 *
 * @returns whether it did; a server may refuse, such as the primary of a replica set.
 */
export async function compactSubmissions({ submissions }: Database): Promise<boolean> {
  try {
    await submissions.db.db?.command({ compact: submissions.collection.collectionName });
    return true;
  } catch {
    return false;
  }
}
