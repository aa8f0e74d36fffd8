import { randomUUID } from 'node:crypto';

import { auditMonths, type AuditRecord } from './audit-trail.ts';
import type { Mongodb } from './mongodb.ts';
import type { ContactSubmission } from './submission-model.ts';
import { addMonths } from './submissions.ts';

/** Milliseconds before a shorter retention applies to stored enquiries. */
const shorteningDelay = 7 * 86_400_000;

interface AppliedRetention {
  _id: 'retention';
  months: number;
  at: Date;
  /** The shorter retention, when the worker first saw it, and how many enquiries it will delete. */
  next?: { months: number; since: Date; deletes: number };
}

type Stored = Pick<Mongodb, 'collection' | 'enquiries'>;

const settingsOf = ({ collection }: Stored) => collection<AppliedRetention>('settings');

/** Applies the retention: a shorter one after seven days, a longer one only to new enquiries. */
export async function applyRetention(
  database: Stored,
  months: number,
  now = new Date(),
): Promise<number> {
  const settings = settingsOf(database);
  const applied = await settings.findOne({ _id: 'retention' });
  const { next } = applied ?? {};
  if (applied && months === applied.months && !next) return 0;
  const isShorter = applied && months < applied.months;
  if (isShorter && next?.months !== months) {
    const appliesAt = new Date(now.getTime() + shorteningDelay);
    const kept = await findKeptLonger(database, months);
    const deletes = kept.filter(({ until }) => until <= appliesAt).length;
    await settings.updateOne(
      { _id: 'retention' },
      { $set: { next: { months, since: now, deletes } } },
    );
    return 0;
  }
  if (isShorter && now.getTime() - Number(next?.since) < shorteningDelay) return 0;
  const count = isShorter ? await shortenRetention(database, months) : 0;
  const change = { $set: { months, at: now }, $unset: { next: '' as const } };
  await settings.updateOne({ _id: 'retention' }, change, { upsert: true });
  return count;
}

/** The shorter retention that will apply, for the checks; undefined if there is none. */
export async function findNextRetention(database: Stored) {
  const { next } = (await settingsOf(database).findOne({ _id: 'retention' })) ?? {};
  return next && { ...next, at: new Date(next.since.getTime() + shorteningDelay) };
}

async function findKeptLonger({ enquiries }: Stored, months: number) {
  const filter = { status: { $ne: 'quarantined' as const } };
  const projection = { storedAt: 1, expiresAt: 1 };
  const stored = enquiries().find<ContactSubmission>(filter, { projection });
  const kept: { _id: string; expiresAt: Date; until: Date }[] = [];
  for await (const { _id, storedAt, expiresAt } of stored) {
    const until = addMonths(storedAt, months);
    if (expiresAt > until) kept.push({ _id, expiresAt, until });
  }
  return kept;
}

/** The audit record precedes the first change. After an interruption, the next call continues. */
async function shortenRetention(database: Stored, months: number): Promise<number> {
  const kept = await findKeptLonger(database, months);
  if (kept.length === 0) return 0;
  const ids = kept.map(({ _id }) => _id);
  const audit = database.collection<AuditRecord>('auditrecords');
  const [_id, at] = [randomUUID(), new Date()];
  await audit.insertOne({
    _id,
    at,
    actor: 'worker:settings',
    action: 'retention.shorten',
    outcome: 'started',
    subject: { ids, count: ids.length, conditions: [`${months} months`] },
    expiresAt: addMonths(at, auditMonths),
  });
  const updates = kept.map(({ until, ...filter }) => ({
    // A submission that has changed in the meantime is left to the next call.
    updateOne: { filter, update: { $set: { expiresAt: until } } },
  }));
  const { modifiedCount } = await database.enquiries().bulkWrite(updates, { ordered: false });
  const counts = { submissions: modifiedCount };
  await audit.updateOne({ _id }, { $set: { outcome: 'done', endedAt: new Date(), counts } });
  return modifiedCount;
}
