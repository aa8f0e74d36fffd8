import { notificationKinds } from '../contract/notifications.ts';
import { localDay, momentOf } from '../contract/time.ts';
import { addDays, dueSoonDays } from '../contract/working-days.ts';
import type { Mongodb } from './mongodb.ts';
import type { HandlingState } from '../contract/submission-view.ts';

/** The numbers of enquiries in a digest, by group. Contains no personal data. */
export interface DigestCounts {
  /** In the state `new`, or without a state. */
  fresh: number;
  /** Neither answered nor closed, and created before `unansweredFrom`. */
  unanswered: number;
  /** Waiting, with a follow-up today or earlier. */
  followUps: number;
  spam: number;
  /** Possible spam in the state `new`. */
  marked: number;
  /** With an email that failed in the given period. */
  bounced: number;
}

const fresh: (HandlingState | null)[] = [null, 'new'];

/** Counts enquiries for a digest. `today` is a day such as `2026-11-22`. */
export async function countForDigest(
  { enquiries }: Mongodb,
  {
    unansweredFrom,
    failed: { since, until },
    today,
  }: { unansweredFrom: Date; failed: { since: Date; until: Date }; today: string },
): Promise<DigestCounts> {
  const visitors = { canary: { $ne: true } } as const;
  const accepted = { ...visitors, status: { $ne: 'quarantined' } } as const;
  const withFailure = notificationKinds.map((kind) => ({
    [`notifications.${kind}.status`]: 'failed',
    [`notifications.${kind}.updatedAt`]: { $gte: since, $lt: until },
  }));
  const unanswered = await enquiries().countDocuments({
    ...accepted,
    'handling.state': { $ne: 'done' },
    'handling.answeredOn': null,
    createdAt: { $lt: unansweredFrom },
  });
  return {
    fresh: await enquiries().countDocuments({ ...accepted, 'handling.state': { $in: fresh } }),
    unanswered,
    followUps: await enquiries().countDocuments({
      ...accepted,
      'handling.state': 'waiting',
      'handling.followUp': { $lte: today },
    }),
    spam: await enquiries().countDocuments({ ...visitors, status: 'quarantined' }),
    marked: await enquiries().countDocuments({
      ...accepted,
      marked: true,
      'handling.state': { $in: fresh },
    }),
    bounced: await enquiries().countDocuments({ ...visitors, $or: withFailure }),
  };
}

/** Counts the open requests that are overdue, and those due within five days. */
export async function countDueRequests(
  { collection }: Mongodb,
  now: Date | number,
): Promise<{ soon: number; overdue: number }> {
  // Without the desk's model of these requests, which the worker does not load.
  const personRequests = collection('personrequests');
  const today = momentOf(localDay(now));
  const afterSoon = momentOf(addDays(localDay(now), dueSoonDays + 1));
  const open = { closedAt: null } as const;
  const [overdue, soon] = await Promise.all([
    personRequests.countDocuments({ ...open, dueAt: { $lt: today } }),
    personRequests.countDocuments({ ...open, dueAt: { $gte: today, $lt: afterSoon } }),
  ]);
  return { soon, overdue };
}

/** The ids of quarantined submissions that no digest has reported yet. */
export async function findUnreportedSpam({ enquiries }: Mongodb): Promise<string[]> {
  const filter = { canary: { $ne: true }, status: 'quarantined', reportedAt: null } as object;
  const found = await enquiries()
    .find(filter, { projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
}

/** Marks submissions as reported in a digest. Idempotent. */
export async function markReported(
  { enquiries }: Mongodb,
  ids: readonly string[],
  reportedAt: Date,
): Promise<void> {
  const filter = { _id: { $in: [...ids] }, reportedAt: null } as object;
  await enquiries().updateMany(filter, { $set: { reportedAt } });
}

interface LastDigest {
  _id: 'digest';
  /** The day in South Africa, such as `2026-11-22`. */
  day: string;
  /** The time up to which digests have counted failed emails. */
  failuresUntil?: Date;
}

function settingsOf({ collection }: Mongodb) {
  return collection<LastDigest>('settings');
}

/** The last digest; undefined before the first. */
export async function lastDigest(database: Mongodb): Promise<LastDigest | undefined> {
  return (await settingsOf(database).findOne({ _id: 'digest' })) ?? undefined;
}

/** Records the day of a digest that was sent or had no news, and until when it counted failures. */
export async function recordDigest(database: Mongodb, day: string, until: number): Promise<void> {
  const update = { $set: { day, failuresUntil: new Date(until) } };
  await settingsOf(database).updateOne({ _id: 'digest' }, update, { upsert: true });
}
