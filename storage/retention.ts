import { inBatches } from '../platform/batch.ts';
import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';
import { addMonths } from './submissions.ts';

/** The actor in audit records of changes that follow from the worker's settings. */
const actor = 'worker:settings';
const batchSize = 500;
/**
 * An upper limit, in milliseconds, for the time between accepting an enquiry and setting its
 * expiry. Until then, the enquiry can wait in Redis and in quarantine.
 */
const longestWait = 90 * 86_400_000;

/** The maximum retention, in months, of everything stored up to a point in time. */
interface AppliedRetention {
  _id: 'retention';
  months: number;
  at: Date;
}

function settingsOf({ submissions }: Database) {
  return submissions.db.collection<AppliedRetention>('settings');
}

/**
 * Returns a time: only submissions accepted later can have a longer retention than the given
 * months. Returns undefined the first time and after the retention is lowered: then all submissions
 * have to be checked, which is slow.
 */
export async function keptLongerSince(
  database: Database,
  months: number,
): Promise<Date | undefined> {
  const applied = await settingsOf(database).findOne({ _id: 'retention' });
  if (!applied || applied.months > months) return undefined;
  return new Date(applied.at.getTime() - longestWait);
}

/** Records the maximum retention of everything stored so far. */
export async function noteRetention(
  database: Database,
  applied: Omit<AppliedRetention, '_id'>,
): Promise<void> {
  await settingsOf(database).updateOne({ _id: 'retention' }, { $set: applied }, { upsert: true });
}

type Kept = Pick<ContactSubmission, '_id' | 'storedAt' | 'expiresAt'>;

/**
 * Yields the submissions that were created since a time and are kept for longer than the given
 * months. Excludes quarantined ones, which have their own retention.
 */
async function* findKeptLonger(
  { submissions }: Database,
  months: number,
  since?: Date,
): AsyncGenerator<Kept> {
  const found = submissions
    .find({ status: { $ne: 'quarantined' }, ...(since ? { createdAt: { $gte: since } } : {}) })
    .select({ storedAt: 1, expiresAt: 1 })
    .lean<Kept[]>()
    .cursor({ batchSize });
  for await (const kept of found) {
    if (kept.expiresAt > addMonths(kept.storedAt, months)) yield kept;
  }
}

/** Counts the submissions created since a time that are kept for longer than the given months. */
export async function countKeptLonger(
  database: Database,
  months: number,
  since?: Date,
): Promise<number> {
  let count = 0;
  for await (const _kept of findKeptLonger(database, months, since)) count += 1;
  return count;
}

/**
 * Shortens the retention of submissions created since a time to the given months, and never extends
 * it. Each batch is recorded in the audit trail before it is changed. After an interruption, the
 * next call continues with the remaining submissions.
 *
 * @returns the number of changed submissions.
 * @throws AbortError if the signal is aborted.
 */
export async function shortenRetention(
  database: Database,
  months: number,
  { since, signal }: { since?: Date | undefined; signal?: AbortSignal } = {},
): Promise<number> {
  let count = 0;
  for await (const batch of inBatches(findKeptLonger(database, months, since), batchSize)) {
    signal?.throwIfAborted();
    const ids = batch.map(({ _id }) => _id);
    const subject = { ids, conditions: [`${months} months`] };
    const started = await database.audit.start({ actor, action: 'retention.shorten', subject });
    const updates = batch.map(({ _id, storedAt, expiresAt }) => ({
      updateOne: {
        // A submission that has changed in the meantime is left to the next call.
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
