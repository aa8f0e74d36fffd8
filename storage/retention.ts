import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';
import { addMonths } from './submissions.ts';

/** Who is in the audit trail for what a setting of the worker changes. */
const actor = 'worker:settings';
const batchSize = 500;

type Kept = Pick<ContactSubmission, '_id' | 'storedAt' | 'expiresAt'>;

/**
 * Yields, a batch at a time, every submission that is kept for more than so many months after it
 * was stored. Those in quarantine have days of their own.
 */
async function* findKeptLonger({ submissions }: Database, months: number): AsyncGenerator<Kept[]> {
  const found = submissions
    .find({ status: { $ne: 'quarantined' } })
    .select({ storedAt: 1, expiresAt: 1 })
    .lean<Kept[]>()
    .cursor({ batchSize });
  let batch: Kept[] = [];
  for await (const kept of found) {
    if (kept.expiresAt <= addMonths(kept.storedAt, months)) continue;
    batch.push(kept);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** How many submissions are kept for more than so many months after they were stored. */
export async function countKeptLonger(database: Database, months: number): Promise<number> {
  let count = 0;
  for await (const { length } of findKeptLonger(database, months)) count += length;
  return count;
}

/**
 * Has MongoDB keep no submission for more than so many months after it was stored. Each batch is in the
 * audit trail before it is changed; what a stop in between leaves is done by the next call.
 *
 * @returns how many are kept for less long than before. None is kept for longer.
 * @throws AbortError when the signal stops it.
 */
export async function shortenRetention(
  database: Database,
  months: number,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  for await (const batch of findKeptLonger(database, months)) {
    signal?.throwIfAborted();
    const ids = batch.map(({ _id }) => _id);
    const subject = { ids, conditions: [`${months} months`] };
    const started = await database.audit.start({ actor, action: 'shorten-retention', subject });
    const updates = batch.map(({ _id, storedAt, expiresAt }) => ({
      updateOne: {
        // One that was changed since, by another worker or a release, is left to the next call.
        filter: { _id, expiresAt },
        update: { $set: { expiresAt: addMonths(storedAt, months) } },
      },
    }));
    const { modifiedCount } = await database.submissions.bulkWrite(updates, { ordered: false });
    await started.end('done', { submissions: modifiedCount });
    count += modifiedCount;
  }
  return count;
}
