import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';
import { addMonths } from './submissions.ts';

/** Who is in the audit trail for what a setting of the worker changes. */
const actor = 'worker:settings';
const batchSize = 500;
/** More milliseconds than an enquiry waits in Redis and in quarantine, and gets its expiry only then. */
const longestWait = 90 * 86_400_000;

/** The months that all of what was stored at a time is kept for at the most. */
interface AppliedRetention {
  _id: 'retention';
  months: number;
  at: Date;
}

function settingsOf({ submissions }: Database) {
  return submissions.db.collection<AppliedRetention>('settings');
}

/**
 * Since when submissions have come in of which some may be kept for more than so many months, or
 * undefined if any may be. Looking at all of them takes a while, and is needed only once.
 */
export async function keptLongerSince(
  database: Database,
  months: number,
): Promise<Date | undefined> {
  const applied = await settingsOf(database).findOne({ _id: 'retention' });
  if (!applied || applied.months > months) return undefined;
  return new Date(applied.at.getTime() - longestWait);
}

/** Notes that what was stored at a time is kept for so many months at the most. */
export async function noteRetention(
  database: Database,
  applied: Omit<AppliedRetention, '_id'>,
): Promise<void> {
  await settingsOf(database).updateOne({ _id: 'retention' }, { $set: applied }, { upsert: true });
}

type Kept = Pick<ContactSubmission, '_id' | 'storedAt' | 'expiresAt'>;

/**
 * Yields, a batch at a time, every submission that is kept for more than so many months after it
 * was stored, of those that came in since a time. Those in quarantine have days of their own.
 */
async function* findKeptLonger(
  { submissions }: Database,
  months: number,
  since?: Date,
): AsyncGenerator<Kept[]> {
  const found = submissions
    .find({ status: { $ne: 'quarantined' }, ...(since ? { createdAt: { $gte: since } } : {}) })
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

/** How many submissions are kept for more than so many months, of those that came in since a time. */
export async function countKeptLonger(
  database: Database,
  months: number,
  since?: Date,
): Promise<number> {
  let count = 0;
  for await (const { length } of findKeptLonger(database, months, since)) count += length;
  return count;
}

/**
 * Has MongoDB keep no submission that came in since a time for more than so many months. Each batch
 * is in the audit trail before it is changed; what a stop in between leaves is for the next call.
 *
 * @returns how many are kept for less long than before. None is kept for longer.
 * @throws AbortError when the signal stops it.
 */
export async function shortenRetention(
  database: Database,
  months: number,
  { since, signal }: { since?: Date | undefined; signal?: AbortSignal } = {},
): Promise<number> {
  let count = 0;
  for await (const batch of findKeptLonger(database, months, since)) {
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
