import { localDay, momentOf } from '../../../contract/time.ts';
import type { Database } from '../../../storage/connection.ts';
import { readFigures, type SubmissionFigure } from '../../../storage/figures.ts';
import type { Context } from '../../server/context.ts';
import { routesFor, type Route } from '../../server/route.ts';
import { shareResult } from '../status/share-results.server.ts';

const dayInMilliseconds = 86_400_000;
const weeksShown = 12;
const overviewLasts = 30_000;

interface Period {
  /** Its first day in South Africa. */
  day: string;
  received: number;
  quarantined: number;
}

/** Statistics without personal data. */
export interface Overview {
  days: Period[];
  weeks: Period[];
  /** In milliseconds; null if none was closed. */
  medianTimeToDone: number | null;
  oldestUnanswered: Date | null;
  unanswered: number;
  /** From 0 to 1; null without enquiries. */
  spamShare: number | null;
}

/** Serves the overview. Its figures are cached, because they take reading every enquiry. */
export function overviewRoutes({ database }: Context): Route[] {
  const overview = shareResult(overviewLasts, () => database.use((store) => readOverview(store)));
  return routesFor({ 'overview.read': () => overview() });
}

/** The figures of the last 12 weeks. Open enquiries count whatever their age. */
async function readOverview(database: Database, now = new Date()): Promise<Overview> {
  const since = mondayOf(new Date(now.getTime() - (weeksShown - 1) * 7 * dayInMilliseconds));
  const { recent, unanswered, oldestUnanswered } = await readFigures(database, since);
  return { ...summarize(recent, since, now), unanswered, oldestUnanswered };
}

/** The figures of enquiries since a Monday. */
export function summarize(
  recent: readonly SubmissionFigure[],
  since: Date,
  now: Date,
): Pick<Overview, 'days' | 'weeks' | 'medianTimeToDone' | 'spamShare'> {
  const weeks = periods(since, now, 7);
  const days = periods(since, now, 1);
  const byDay = new Map(days.map((period) => [period.day, period]));
  const byWeek = new Map(weeks.map((period) => [period.day, period]));
  const times: number[] = [];
  for (const { createdAt, quarantined, doneAt } of recent) {
    const week = localDay(mondayOf(createdAt));
    for (const period of [byDay.get(localDay(createdAt)), byWeek.get(week)]) {
      if (period) period[quarantined ? 'quarantined' : 'received'] += 1;
    }
    if (doneAt) times.push(doneAt.getTime() - createdAt.getTime());
  }
  times.sort((one, other) => one - other);
  const spam = recent.filter(({ quarantined }) => quarantined).length;
  return {
    days,
    weeks,
    medianTimeToDone: times[Math.floor(times.length / 2)] ?? null,
    spamShare: recent.length === 0 ? null : spam / recent.length,
  };
}

function periods(since: Date, now: Date, length: number): Period[] {
  const found: Period[] = [];
  for (let at = since.getTime(); at <= now.getTime(); at += length * dayInMilliseconds) {
    found.push({ day: localDay(new Date(at)), received: 0, quarantined: 0 });
  }
  return found;
}

/** The start of the week of a time in South Africa. */
function mondayOf(date: Date): Date {
  const midnight = momentOf(localDay(date)).getTime();
  const sinceMonday = (new Date(`${localDay(date)}T00:00:00Z`).getUTCDay() + 6) % 7;
  return new Date(midnight - sinceMonday * dayInMilliseconds);
}
