import { notificationKinds } from '#contract/notifications.ts';
import { localDay, momentOf } from '#contract/time.ts';
import { addDays, dueSoonDays } from '#contract/working-days.ts';
import type { Mongodb } from './mongodb.ts';

/** The numbers of enquiries in a digest, by group. Contains no personal data. */
export type DigestCounts = Awaited<ReturnType<typeof countForDigest>>;

interface DigestPeriod {
  unansweredFrom: Date;
  failed: { since: Date; until: Date };
  /** Such as `2026-11-22`. */
  today: string;
}

export async function countForDigest(
  { enquiries }: Pick<Mongodb, 'enquiries'>,
  { unansweredFrom, failed: { since, until }, today }: DigestPeriod,
) {
  const count = (filter: object) => enquiries().countDocuments(filter);
  const accepted = { status: { $ne: 'quarantined' } };
  const fresh = { ...accepted, 'handling.state': 'new' };
  const unanswered = {
    ...accepted,
    'handling.state': { $ne: 'done' },
    'handling.answeredOn': null,
    createdAt: { $lt: unansweredFrom },
  };
  const due = { 'handling.state': 'waiting', 'handling.followUp': { $lte: today } };
  const failures = notificationKinds.map((kind) => ({
    [`notifications.${kind}.status`]: 'failed',
    [`notifications.${kind}.updatedAt`]: { $gte: since, $lt: until },
  }));
  return {
    fresh: await count(fresh),
    unanswered: await count(unanswered),
    followUps: await count({ ...accepted, ...due }),
    spam: await count({ status: 'quarantined' }),
    /** Possible spam in the state `new`. */
    marked: await count({ ...fresh, marked: true }),
    bounced: await count({ $or: failures }),
  };
}

/** Counts the open requests that are overdue, and those due within five days. */
export async function countDueRequests({ collection }: Mongodb, now: Date | number) {
  // Without the desk's model of these requests, which the worker does not load.
  const requests = collection('personrequests');
  const today = momentOf(localDay(now));
  const afterSoon = momentOf(addDays(localDay(now), dueSoonDays + 1));
  const open = { closedAt: null };
  const [overdue, soon] = await Promise.all([
    requests.countDocuments({ ...open, dueAt: { $lt: today } }),
    requests.countDocuments({ ...open, dueAt: { $gte: today, $lt: afterSoon } }),
  ]);
  return { soon, overdue };
}

export async function findUnreportedSpam({ enquiries }: Pick<Mongodb, 'enquiries'>) {
  const filter = { status: 'quarantined', reportedAt: null } as object;
  const unreported = enquiries().find(filter, { projection: { _id: 1 } });
  return unreported.map(({ _id }) => _id).toArray();
}
