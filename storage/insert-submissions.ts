import { mongo, type Model } from 'mongoose';

import { withTimeLimit } from '../platform/time-limit.ts';
import type { ContactSubmission } from './submission-model.ts';

const duplicateKey = 11_000;

/**
 * Milliseconds, longer than the connection's own limits: the driver waits for ever for a server that
 * goes away while more is being sent to it than the socket takes at once.
 */
const patience = 9_000;

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
  try {
    // Validated already, each on its own; the connection's write concern is that of a majority.
    const inserting = submissions.insertMany(documents, { lean: true, ordered: false });
    await withTimeLimit(patience, inserting);
    return documents.map(() => true);
  } catch (error) {
    const writeErrors = writeErrorsOf(error);
    const failed = new Map(writeErrors.map(({ index, code }) => [index, code]));
    // Another index may be unique too, so only what is there under its id was stored before.
    const ids = documents.filter((_, index) => failed.has(index)).map(({ _id }) => _id);
    const found = await submissions.find({ _id: { $in: ids } }, { _id: 1 }).lean();
    const before = new Set(found.map(({ _id }) => _id));
    return documents.map(({ _id }, index) => {
      if (!failed.has(index)) return true;
      return failed.get(index) === duplicateKey && before.has(_id) ? false : (error as Error);
    });
  }
}

/** The errors of single documents. Throws the error if it says anything of all of them. */
function writeErrorsOf(error: unknown): readonly mongo.WriteError[] {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  // A majority has what was there before only if the write concern was met.
  if (error.result.getWriteConcernError()) throw error;
  const writeErrors = [error.writeErrors].flat();
  // The driver dresses up a lost connection as an error of this kind too, with none of them.
  if (writeErrors.length === 0) throw error;
  return writeErrors;
}
