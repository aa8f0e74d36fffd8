import { isAnsweredInTime } from '#contract/reply-target.ts';
import { localDay, momentOf } from '#contract/time.ts';
import type { Database } from '#storage/connection.ts';
import { readFigures, type Figure } from '#storage/figures.ts';
import type { OutputOf } from '../api.ts';
import { listColleagues } from '../enquiries/changes.server.ts';
import { replyTarget } from '../enquiries/describe.server.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { shareNextResult } from '../server/share-results.ts';
import type { overviewApi } from './api.ts';

const dayInMilliseconds = 86_400_000;
const weekInMilliseconds = 7 * dayInMilliseconds;
const weeksShown = 12;

/** The handler of the overview. Its right and output are in `api.ts`. */
export function overviewHandlers({
  database,
}: Pick<Context, 'database'>): Pick<Handlers, keyof typeof overviewApi> {
  // It reads all enquiries of 12 weeks, and all open pages fetch again after a change.
  const overview = shareNextResult(() => database.use((store) => readOverview(store, new Date())));
  return { 'overview.read': overview };
}

async function readOverview(database: Database, now: Date): Promise<OutputOf<'overview.read'>> {
  const since = mondayOf(new Date(now.getTime() - (weeksShown - 1) * weekInMilliseconds));
  const [figures, colleagues] = await Promise.all([
    readFigures(database, since),
    listColleagues(database),
  ]);
  const usernames = colleagues.map(({ username }) => username);
  return summarize(figures, usernames, { since, now, hasTarget: replyTarget !== undefined });
}

interface Period {
  /** A Monday. */
  since: Date;
  now: Date;
  /** Whether the firm promises replies within a number of working days. */
  hasTarget: boolean;
}

/** Counts what the overview shows. `open` is sorted, oldest first. */
export function summarize(
  { recent, open }: { recent: readonly Figure[]; open: readonly Figure[] },
  colleagues: readonly string[],
  { since, now, hasTarget }: Period,
): OutputOf<'overview.read'> {
  const weeks = new Map<string, { day: string; received: number; spam: number }>();
  for (let at = since.getTime(); at <= now.getTime(); at += weekInMilliseconds) {
    const day = localDay(at);
    weeks.set(day, { day, received: 0, spam: 0 });
  }
  for (const { createdAt, isSpam } of recent) {
    const week = weeks.get(localDay(mondayOf(createdAt)));
    if (week) week[isSpam ? 'spam' : 'received'] += 1;
  }
  const times = recent.flatMap(({ createdAt, doneAt }) =>
    doneAt ? [doneAt.getTime() - createdAt.getTime()] : [],
  );
  const answers = recent.flatMap((figure) =>
    figure.isSpam || !figure.dueOn ? [] : (isAnsweredInTime(figure, figure.dueOn, now) ?? []),
  );
  const today = localDay(now);
  const overdue = open.filter(({ dueOn, answeredOn }) => dueOn && !answeredOn && dueOn < today);
  const countOf = (figures: readonly Figure[], owner: string | null) =>
    figures.filter((figure) => figure.owner === owner).length;
  const owners = new Set([...colleagues, ...open.map(({ owner }) => owner)]);
  return {
    open: open.length,
    oldestOpen: open[0]?.createdAt.toISOString() ?? null,
    timeToClose: times.sort((one, other) => one - other)[times.length >> 1] ?? null,
    overdue: hasTarget ? overdue.length : null,
    replies: hasTarget
      ? { due: answers.length, inTime: answers.filter((isInTime) => isInTime).length }
      : null,
    spamShare:
      recent.length === 0 ? null : recent.filter(({ isSpam }) => isSpam).length / recent.length,
    weeks: [...weeks.values()],
    load: [...owners]
      .map((owner) => ({ owner, open: countOf(open, owner), overdue: countOf(overdue, owner) }))
      .sort((one, other) => other.open - one.open),
  };
}

/** The start of the week that contains a time: Monday at midnight in South Africa. */
function mondayOf(date: Date): Date {
  const midnight = momentOf(localDay(date)).getTime();
  const sinceMonday = (new Date(`${localDay(date)}T00:00:00Z`).getUTCDay() + 6) % 7;
  return new Date(midnight - sinceMonday * dayInMilliseconds);
}
