import { randomUUID } from 'node:crypto';

import type { AuditRecord } from './audit-trail.ts';
import type { Mongodb } from './mongodb.ts';
import type { ContactSubmission } from './submission-model.ts';
import { addMonths } from './submissions.ts';

/** The actor in audit records of changes that follow from the worker's settings. */
const actor = 'worker:settings';
const auditMonths = 24;
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

type Stored = Pick<Mongodb, 'collection' | 'enquiries'>;

function settingsOf({ collection }: Stored) {
  return collection<AppliedRetention>('settings');
}

type Kept = Pick<ContactSubmission, '_id' | 'storedAt' | 'expiresAt'>;

/** The submissions, without spam, that are kept for longer than the given months. */
async function findKeptLonger({ enquiries }: Stored, months: number): Promise<Kept[]> {
  const projection = { storedAt: 1, expiresAt: 1 };
  const stored = enquiries().find<Kept>({ status: { $ne: 'quarantined' } }, { projection });
  const kept: Kept[] = [];
  for await (const submission of stored) {
    if (submission.expiresAt > addMonths(submission.storedAt, months)) kept.push(submission);
  }
  return kept;
}

/** Creates the index by which MongoDB deletes what has expired: also where no desk is run. */
export async function createRetentionIndex({ enquiries }: Stored): Promise<void> {
  await enquiries().createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 }, {});
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
  database: Stored,
): Promise<{ months: number; at: Date; deletes: number } | undefined> {
  const { next } = (await settingsOf(database).findOne({ _id: 'retention' })) ?? {};
  if (!next) return undefined;
  const { months, since, deletes } = next;
  return { months, deletes, at: new Date(since.getTime() + shorteningDelay) };
}

/** The number of submissions that are deleted when the shorter retention applies. */
async function countDeletedBy(database: Stored, months: number, now: Date): Promise<number> {
  const appliesAt = new Date(now.getTime() + shorteningDelay);
  const kept = await findKeptLonger(database, months);
  return kept.filter(({ storedAt }) => addMonths(storedAt, months) <= appliesAt).length;
}

/**
 * Shortens the retention of stored submissions, and never extends it. The audit trail has a record
 * before the first is changed. After an interruption, the next call continues.
 */
async function shortenRetention(database: Stored, months: number): Promise<number> {
  const kept = await findKeptLonger(database, months);
  if (kept.length === 0) return 0;
  const ids = kept.map(({ _id }) => _id);
  const audit = database.collection<AuditRecord>('auditrecords');
  const [recordId, at] = [randomUUID(), new Date()];
  await audit.insertOne({
    ...{ _id: recordId, at, actor, action: 'retention.shorten', outcome: 'started' },
    subject: { ids, count: ids.length, conditions: [`${months} months`] },
    expiresAt: addMonths(at, auditMonths),
  });
  const updates = kept.map(({ _id, storedAt, expiresAt }) => ({
    updateOne: {
      // A submission that has changed in the meantime is left to the next call.
      filter: { _id, expiresAt },
      update: { $set: { expiresAt: addMonths(storedAt, months) } },
    },
  }));
  const { modifiedCount } = await database.enquiries().bulkWrite(updates, { ordered: false });
  const counts = { submissions: modifiedCount };
  await audit.updateOne(
    { _id: recordId },
    { $set: { outcome: 'done', endedAt: new Date(), counts } },
  );
  return modifiedCount;
}
