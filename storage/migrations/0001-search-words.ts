import { inBatches } from '../in-batches.ts';
import type { Database } from '../connection.ts';
import { searchWordsOf } from '../search-words.ts';
import type { ContactSubmission } from '../submission-model.ts';

const batchSize = 500;

/** Adds search words to submissions that were stored without them. */
export async function addSearchWords({ submissions }: Database): Promise<void> {
  const found = submissions.find({ words: null }).lean<ContactSubmission>().cursor({ batchSize });
  for await (const batch of inBatches(found, batchSize)) {
    const updates = batch.map((submission) => ({
      updateOne: {
        // Skips submissions that this release has changed in the meantime: their words are newer.
        filter: { _id: submission._id, words: null },
        update: { $set: { words: searchWordsOf(submission) } },
      },
    }));
    await submissions.bulkWrite(updates, { ordered: false });
  }
}
