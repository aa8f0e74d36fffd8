import { isAnsweredInTime } from '#contract/reply-target.ts';
import { localDay, momentOf } from '#contract/time.ts';
import { readFigures, type Figure } from '#storage/figures.ts';
import type { OutputOf } from '../api.ts';
import { listColleagues } from '../enquiries/changes.server.ts';
import type { Handlers } from '../server/actions.ts';
import type { overviewApi, Week } from './api.ts';

const week = 7 * 86_400_000;
const weeksShown = 12;

export const overviewHandlers: Pick<Handlers, keyof typeof overviewApi> = {
  async 'overview.read'({ database }) {
    const store = await database();
    const now = new Date();
    const since = new Date(mondayOf(now) - (weeksShown - 1) * week);
    const [figures, colleagues] = await Promise.all([
      readFigures(store, since),
      listColleagues(store),
    ]);
    const usernames = colleagues.map(({ username }) => username);
    return summarize(figures, usernames, { since, now });
  },
};

/** Counts what the overview shows since a Monday. `open` is sorted, oldest first. */
export function summarize(
  { recent, open }: { recent: readonly Figure[]; open: readonly Figure[] },
  colleagues: readonly string[],
  { since, now }: { since: Date; now: Date },
): OutputOf<'overview.read'> {
  const times = recent
    .flatMap(({ createdAt, doneAt }) => (doneAt ? [doneAt.getTime() - createdAt.getTime()] : []))
    .sort((one, other) => one - other);
  const answers = recent.flatMap((figure) =>
    figure.isSpam || !figure.dueOn ? [] : (isAnsweredInTime(figure, figure.dueOn, now) ?? []),
  );
  const today = localDay(now);
  const overdue = open.filter(({ dueOn, answeredOn }) => dueOn && !answeredOn && dueOn < today);
  const owners = [...new Set([...colleagues, ...open.map(({ owner }) => owner)])];
  const load = owners.map((owner) => {
    return { owner, open: open.filter((figure) => figure.owner === owner).length };
  });
  return {
    open: open.length,
    oldestOpen: open[0]?.createdAt.toISOString() ?? null,
    timeToClose: times[times.length >> 1] ?? null,
    due: answers.length,
    inTime: answers.filter((isInTime) => isInTime).length,
    overdue: overdue.length,
    weeks: countWeeks(recent, since, now),
    load: load.sort((one, other) => other.open - one.open),
  };
}

function countWeeks(recent: readonly Figure[], since: Date, now: Date): Week[] {
  const weekOf = (date: Date) => Math.floor((date.getTime() - since.getTime()) / week);
  return Array.from({ length: weekOf(now) + 1 }, (_, index) => {
    const weekFigures = recent.filter(({ createdAt }) => weekOf(createdAt) === index);
    const spam = weekFigures.filter(({ isSpam }) => isSpam).length;
    const day = localDay(since.getTime() + index * week);
    return { day, received: weekFigures.length - spam, spam };
  });
}

/** The start of the week that contains a time: Monday at midnight in South Africa. */
function mondayOf(date: Date): number {
  const day = localDay(date);
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return momentOf(day).getTime() - (sinceMonday * week) / 7;
}
