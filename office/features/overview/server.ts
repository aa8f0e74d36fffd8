import {
  isAnsweredInTime,
  overdueBefore,
  replyDueOn,
  type ReplyTarget,
} from '../../../contract/reply-target.ts';
import { localDay, momentOf } from '../../../contract/time.ts';
import type { Database } from '../../../storage/connection.ts';
import { readFigures, type OpenFigure, type SubmissionFigure } from '../../../storage/figures.ts';
import type { Context } from '../../server/context.ts';
import { routesFor, type Route } from '../../server/route.ts';
import type { Week } from './actions.ts';
import { listColleagues } from '../../enquiries/changes.server.ts';
import { replyTarget } from '../../enquiries/describe.server.ts';
import { shareNextResult } from '../status/share-results.server.ts';

const dayInMilliseconds = 86_400_000;
const weekInMilliseconds = 7 * dayInMilliseconds;
const weeksShown = 12;

/**
 * Serves the overview. Concurrent requests share its figures, because calculating them reads all
 * enquiries of 12 weeks and all open ones, and all open pages refetch after a change.
 */
export function overviewRoutes({ database }: Context): Route[] {
  const overview = shareNextResult(() => database.use((store) => readOverview(store)));
  return routesFor({ 'overview.read': () => overview() });
}

/** The figures of the last 12 weeks. All open enquiries count, even older ones. */
async function readOverview(database: Database, now = new Date()) {
  const since = mondayOf(new Date(now.getTime() - (weeksShown - 1) * weekInMilliseconds));
  const { recent, open } = await readFigures(database, since);
  const colleagues = (await listColleagues(database)).map(({ username }) => username);
  return {
    ...summarize(recent, since, now),
    open: open.length,
    oldestOpen: open[0]?.createdAt ?? null,
    ...summarizeReplies(recent, open, colleagues, now, replyTarget),
  };
}

/**
 * Counts the replies given within the promised working days (`target`). For each colleague, and for
 * unassigned enquiries, also counts the open enquiries and the overdue replies. If `target` is
 * undefined, `replies` and each `overdue` are null.
 */
export function summarizeReplies(
  recent: readonly SubmissionFigure[],
  open: readonly OpenFigure[],
  colleagues: readonly string[],
  now: Date,
  target: ReplyTarget | undefined,
) {
  const before = target && overdueBefore(now, target);
  const countOverdue = (figures: readonly OpenFigure[]) =>
    before
      ? figures.filter(({ createdAt, answeredOn }) => !answeredOn && createdAt < before).length
      : null;
  const owners = new Set([...colleagues, ...open.map(({ owner }) => owner)]);
  const load = [...owners].map((owner) => {
    const own = open.filter((one) => one.owner === owner);
    return { owner, open: own.length, overdue: countOverdue(own) };
  });
  const due = recent.flatMap(({ quarantined, ...figure }) => {
    if (quarantined || target === undefined) return [];
    return isAnsweredInTime(figure, replyDueOn(figure.createdAt, target), now) ?? [];
  });
  const overdue = countOverdue(open);
  return {
    replies:
      overdue === null ? null : { overdue, due: due.length, inTime: due.filter(Boolean).length },
    load: load.sort((one, other) => other.open - one.open),
  };
}

/**
 * Counts enquiries per week, and calculates the median time to close and the share of spam. `since`
 * is a Monday.
 */
export function summarize(recent: readonly SubmissionFigure[], since: Date, now: Date) {
  const weeks = new Map<string, Week>();
  for (let at = since.getTime(); at <= now.getTime(); at += weekInMilliseconds) {
    const day = localDay(at);
    weeks.set(day, { day, received: 0, spam: 0 });
  }
  for (const { createdAt, quarantined } of recent) {
    const week = weeks.get(localDay(mondayOf(createdAt)));
    if (week) week[quarantined ? 'spam' : 'received'] += 1;
  }
  const times = recent.flatMap(({ createdAt, doneAt }) =>
    doneAt ? [doneAt.getTime() - createdAt.getTime()] : [],
  );
  const spam = recent.filter(({ quarantined }) => quarantined).length;
  return {
    weeks: [...weeks.values()],
    medianTimeToDone: times.sort((one, other) => one - other)[times.length >> 1] ?? null,
    spamShare: recent.length === 0 ? null : spam / recent.length,
  };
}

/** The start of the week that contains a time: Monday at midnight in South Africa. */
function mondayOf(date: Date): Date {
  const midnight = momentOf(localDay(date)).getTime();
  const sinceMonday = (new Date(`${localDay(date)}T00:00:00Z`).getUTCDay() + 6) % 7;
  return new Date(midnight - sinceMonday * dayInMilliseconds);
}
