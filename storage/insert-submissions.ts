import { mongo, type Model } from 'mongoose';

import { withTimeout } from '../platform/timeout.ts';
import { isDuplicate } from './schemas.ts';
import type { ContactSubmission } from './submission-model.ts';

/**
 * A timeout in milliseconds, longer than the connection's socket timeout. Without it, the driver
 * waits forever if the server goes down while a large command is being sent.
 */
const insertTimeout = 9_000;

/**
 * Inserts submissions in one round trip, and resolves when a majority has them on disk.
 *
 * @returns for each submission, `true` if it was inserted, `false` if its id was in use, or the
 *   error.
 * @throws Error if MongoDB has confirmed none of them, although it may have stored some.
 */
export async function insertSubmissions(
  submissions: Model<ContactSubmission>,
  documents: ContactSubmission[],
): Promise<(boolean | Error)[]> {
  try {
    // `lean` skips validation, which is already done. The connection's write concern is `majority`.
    const inserting = submissions.insertMany(documents, { lean: true, ordered: false });
    await withTimeout(insertTimeout, inserting);
    return documents.map(() => true);
  } catch (error) {
    const failed = new Map(writeErrorsOf(error).map((failure) => [failure.index, failure]));
    // A conflict may be in another unique index, so check which ids really exist.
    const ids = documents.filter((_, index) => failed.has(index)).map(({ _id }) => _id);
    const found = await submissions.find({ _id: { $in: ids } }, { _id: 1 }).lean();
    const before = new Set(found.map(({ _id }) => _id));
    return documents.map(({ _id }, index) => {
      if (!failed.has(index)) return true;
      return isDuplicate(failed.get(index)) && before.has(_id) ? false : (error as Error);
    });
  }
}

/** The errors of individual documents. Rethrows an error that affects all of them. */
function writeErrorsOf(error: unknown): readonly mongo.WriteError[] {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  // Existing documents are safe only if the write concern was met.
  if (error.result.getWriteConcernError()) throw error;
  const writeErrors = [error.writeErrors].flat();
  // If the connection is lost, the driver throws the same type of error, without write errors.
  if (writeErrors.length === 0) throw error;
  return writeErrors;
}
