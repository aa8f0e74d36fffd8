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
import type { Period } from './actions.ts';
import { listColleagues } from '../../enquiries/changes.server.ts';
import { replyTarget } from '../../enquiries/describe.server.ts';
import { shareNextResult } from '../status/share-results.server.ts';

const dayInMilliseconds = 86_400_000;
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
  const since = mondayOf(new Date(now.getTime() - (weeksShown - 1) * 7 * dayInMilliseconds));
  const { recent, open } = await readFigures(database, since);
  const colleagues = (await listColleagues(database)).map(({ username }) => username);
  return {
    ...summarize(recent, since, now),
    open: open.length,
    oldestOpen: open[0]?.createdAt ?? null,
    ...summarizeReplies({ recent, open, colleagues }, now, replyTarget),
  };
}

interface Answered {
  recent: readonly SubmissionFigure[];
  open: readonly OpenFigure[];
  colleagues: readonly string[];
}

/**
 * Counts the replies given within the promised working days (`target`). For each colleague, and for unassigned
 * enquiries, also counts the open enquiries and the overdue replies. If `target` is undefined,
 * `replies` and each `overdue` are null.
 */
export function summarizeReplies(
  { recent, open, colleagues }: Answered,
  now: Date,
  target: ReplyTarget | undefined,
) {
  const before = target && overdueBefore(now, target);
  const countOverdue = (figures: Answered['open']) =>
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
  return {
    replies: before
      ? {
          overdue: countOverdue(open) ?? 0,
          due: due.length,
          inTime: due.filter(Boolean).length,
        }
      : null,
    load: load.sort((one, other) => other.open - one.open),
  };
}

/**
 * Counts enquiries per day and week, and calculates the median time to close and the share of spam.
 * `since` is a Monday.
 */
export function summarize(recent: readonly SubmissionFigure[], since: Date, now: Date) {
  const weeks = periods(since, now, 7);
  const days = periods(since, now, 1);
  const times: number[] = [];
  for (const { createdAt, quarantined, doneAt } of recent) {
    const week = localDay(mondayOf(createdAt));
    for (const period of [days.get(localDay(createdAt)), weeks.get(week)]) {
      if (period) period[quarantined ? 'quarantined' : 'received'] += 1;
    }
    if (doneAt) times.push(doneAt.getTime() - createdAt.getTime());
  }
  const spam = recent.filter(({ quarantined }) => quarantined).length;
  return {
    days: [...days.values()],
    weeks: [...weeks.values()],
    medianTimeToDone: medianOf(times.sort((one, other) => one - other)),
    spamShare: recent.length === 0 ? null : spam / recent.length,
  };
}

/**
 * The median of sorted numbers; null if there are none. For an even count, the mean of the middle
 * two.
 */
function medianOf(sorted: readonly number[]): number | null {
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Creates periods of `length` days with counts of zero. The keys are their first days. */
function periods(since: Date, now: Date, length: number): Map<string, Period> {
  const found = new Map<string, Period>();
  for (let at = since.getTime(); at <= now.getTime(); at += length * dayInMilliseconds) {
    const day = localDay(at);
    found.set(day, { day, received: 0, quarantined: 0 });
  }
  return found;
}

/** The start of the week that contains a time: Monday at midnight in South Africa. */
function mondayOf(date: Date): Date {
  const midnight = momentOf(localDay(date)).getTime();
  const sinceMonday = (new Date(`${localDay(date)}T00:00:00Z`).getUTCDay() + 6) % 7;
  return new Date(midnight - sinceMonday * dayInMilliseconds);
}
