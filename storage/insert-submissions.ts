import { mongo, type Model } from 'mongoose';

import type { ContactSubmission } from './submission-model.ts';

const duplicateKey = 11_000;

/**
 * Inserts submissions in one exchange with MongoDB, and resolves when a majority has them on disk.
 *
 * @returns for each whether it was inserted, `false` if there was one with its id before, or the
 * error that kept it alone from being so.
 * @throws when MongoDB did not confirm any of them. It may have stored some even so.
 */
export async function insertSubmissions(
  submissions: Model<ContactSubmission>,
  documents: ContactSubmission[],
): Promise<(boolean | Error)[]> {
  const outcomes = documents.map((): boolean | Error => true);
  try {
    // Validated already, each on its own; the connection's write concern is that of a majority.
    await submissions.insertMany(documents, { lean: true, ordered: false });
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
    const writeErrors = [error.writeErrors].flat();
    // The driver dresses up a lost connection as an error of this kind too, with none of them.
    if (writeErrors.length === 0) throw error;
    // A majority has what was there before only if the write concern was met.
    if (error.result.getWriteConcernError()) throw error;
    for (const { index, code } of writeErrors) {
      outcomes[index] = code === duplicateKey ? false : error;
    }
  }
  return outcomes;
}
