import { inBatches } from '../platform/batch.ts';
import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';
import { addMonths } from './submissions.ts';

/** The actor in audit records of changes that follow from the worker's settings. */
const actor = 'worker:settings';
const batchSize = 500;
/** Milliseconds before a shorter retention applies to stored enquiries. */
const shorteningDelay = 7 * 86_400_000;

/** The retention that stored enquiries have, and a shorter one that is to follow. */
interface AppliedRetention {
  _id: 'retention';
  months: number;
  at: Date;
  /** The shorter retention, when the worker first saw it, and how many enquiries it will delete. */
  next?: { months: number; since: Date; deletes: number };
}

type Stored = Pick<Database, 'submissions' | 'audit'>;

function settingsOf({ submissions }: Pick<Database, 'submissions'>) {
  return submissions.db.collection<AppliedRetention>('settings');
}

type Kept = Pick<ContactSubmission, '_id' | 'storedAt' | 'expiresAt'>;

/** Yields the submissions, without spam, that are kept for longer than the given months. */
async function* findKeptLonger(
  { submissions }: Pick<Database, 'submissions'>,
  months: number,
): AsyncGenerator<Kept> {
  const kept = submissions
    .find({ status: { $ne: 'quarantined' } })
    .select({ storedAt: 1, expiresAt: 1 })
    .lean<Kept[]>()
    .cursor({ batchSize });
  for await (const each of kept) {
    if (each.expiresAt > addMonths(each.storedAt, months)) yield each;
  }
}

/**
 * Applies the retention of the settings to stored submissions: at once in a new installation, and
 * seven days after it was first seen if it is shorter than before. A longer one applies only to new
 * submissions.
 *
 * @returns the number of submissions whose retention was shortened.
 */
export async function applyRetention(
  database: Stored,
  months: number,
  now = new Date(),
): Promise<number> {
  const settings = settingsOf(database);
  const applied = await settings.findOne({ _id: 'retention' });
  const set = (change: object) =>
    settings.updateOne({ _id: 'retention' }, change, { upsert: true });
  if (!applied || months >= applied.months) {
    if (months !== applied?.months || applied.next) {
      await set({ $set: { months, at: now }, $unset: { next: '' } });
    }
    return 0;
  }
  if (applied.next?.months !== months) {
    const deletes = await countDeletedBy(database, months, now);
    await set({ $set: { next: { months, since: now, deletes } } });
    return 0;
  }
  if (now.getTime() - applied.next.since.getTime() < shorteningDelay) return 0;
  const count = await shortenRetention(database, months);
  await set({ $set: { months, at: now }, $unset: { next: '' } });
  return count;
}

/** The shorter retention that will apply, for the checks; undefined if there is none. */
export async function findNextRetention(
  database: Pick<Database, 'submissions'>,
): Promise<{ months: number; at: Date; deletes: number } | undefined> {
  const { next } = (await settingsOf(database).findOne({ _id: 'retention' })) ?? {};
  if (!next) return undefined;
  const { months, since, deletes } = next;
  return { months, deletes, at: new Date(since.getTime() + shorteningDelay) };
}

/** The number of submissions that are deleted when the shorter retention applies. */
async function countDeletedBy(database: Stored, months: number, now: Date): Promise<number> {
  const appliesAt = new Date(now.getTime() + shorteningDelay);
  let count = 0;
  for await (const { storedAt } of findKeptLonger(database, months)) {
    if (addMonths(storedAt, months) <= appliesAt) count += 1;
  }
  return count;
}

/**
 * Shortens the retention of stored submissions, and never extends it. Each batch is recorded in the
 * audit trail before it is changed. After an interruption, the next call continues.
 */
async function shortenRetention(database: Stored, months: number): Promise<number> {
  let count = 0;
  for await (const batch of inBatches(findKeptLonger(database, months), batchSize)) {
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
