import { notificationKinds } from '../contract/notifications.ts';
import type { Database } from './connection.ts';
import type { ContactSubmission, HandlingState } from './submission-model.ts';

/** How many enquiries there are of what staff should know. Counts, and nothing of anybody. */
export interface DigestCounts {
  /** Nobody has taken them. */
  fresh: number;
  /** From before the given time and not done. */
  unanswered: number;
  held: number;
  /** Mails have failed since the given time. */
  bounced: number;
}

const fresh: (HandlingState | null)[] = [null, 'new'];
const batchSize = 500;

/** Counts what there is, by the time of the working day before. */
export async function countForDigest(
  { submissions }: Database,
  before: Date,
): Promise<DigestCounts> {
  const visitors = { canary: { $ne: true } } as const;
  const accepted = { ...visitors, status: { $ne: 'quarantined' } } as const;
  const failed = notificationKinds.map((kind) => ({
    [`notifications.${kind}.status`]: 'failed',
    [`notifications.${kind}.updatedAt`]: { $gte: before },
  }));
  return {
    fresh: await submissions.countDocuments({ ...accepted, 'handling.state': { $in: fresh } }),
    unanswered: await submissions.countDocuments({
      ...accepted,
      'handling.state': { $in: [...fresh, 'open'] },
      createdAt: { $lt: before },
    }),
    held: await submissions.countDocuments({ ...visitors, status: 'quarantined' }),
    bounced: await submissions.countDocuments({ ...visitors, $or: failed }),
  };
}

/** The ids of the submissions in quarantine of which staff have not been told. */
export async function findUntold({ submissions }: Database): Promise<string[]> {
  const found = await submissions
    .find({ canary: { $ne: true }, status: 'quarantined', toldAt: null })
    .select({ _id: 1 })
    .lean<Pick<ContactSubmission, '_id'>[]>()
    .exec();
  return found.map(({ _id }) => _id);
}

/** Notes that staff were told of submissions. Repeating it changes nothing. */
export async function markTold(
  { submissions }: Database,
  ids: readonly string[],
  toldAt: Date,
): Promise<void> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const updates = ids.slice(start, start + batchSize).map((_id) => ({
      updateOne: { filter: { _id, toldAt: null }, update: { $set: { toldAt } } },
    }));
    await submissions.bulkWrite(updates, { ordered: false });
  }
}

interface LastDigest {
  _id: 'digest';
  /** In South Africa, such as `2026-11-22`. */
  day: string;
}

function settingsOf({ submissions }: Database) {
  return submissions.db.collection<LastDigest>('settings');
}

/** The day of the last digest that is dealt with; undefined before the first. */
export async function lastDigest(database: Database): Promise<string | undefined> {
  return (await settingsOf(database).findOne({ _id: 'digest' }))?.day;
}

/** Notes that the digest of a day is dealt with. */
export async function noteDigest(database: Database, day: string): Promise<void> {
  await settingsOf(database).updateOne({ _id: 'digest' }, { $set: { day } }, { upsert: true });
}
