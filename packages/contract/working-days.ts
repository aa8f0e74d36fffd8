/** An ISO 8601 date, such as `2026-11-22`. */
export type Day = string;

/** A day, or the first and the last of several, on which the office is closed. */
export type ClosedDays = Day | { from: Day; to: Day };

const dayInMilliseconds = 86_400_000;

/** A data subject request counts as due soon from this many days before its due date. */
export const dueSoonDays = 5;

/** South Africa's fixed public holidays (Public Holidays Act 36 of 1994), as month and day. */
const fixedHolidays = [
  '01-01',
  '03-21',
  '04-27',
  '05-01',
  '06-16',
  '08-09',
  '09-24',
  '12-16',
  '12-25',
  '12-26',
];

/** Monday to Friday, and neither a public holiday nor a day on which the firm is closed. */
export function isWorkingDay(day: Day, closedOn: readonly ClosedDays[] = []): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6 || publicHolidays(Number(day.slice(0, 4))).has(day)) {
    return false;
  }
  return !closedOn.some((closed) => {
    const { from, to } = typeof closed === 'string' ? { from: closed, to: closed } : closed;
    return from <= day && day <= to;
  });
}

/** The entries that name no day of the calendar, or end before they begin. */
export function invalidClosedDays(closedOn: readonly ClosedDays[]): ClosedDays[] {
  const isDay = (day: Day) =>
    /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day;
  return closedOn.filter((closed) => {
    const { from, to } = typeof closed === 'string' ? { from: closed, to: closed } : closed;
    return !isDay(from) || !isDay(to) || to < from;
  });
}

/** The public holidays of a year. If one falls on a Sunday, the next Monday is a holiday too. */
export function publicHolidays(year: number): Set<Day> {
  const easter = easterSunday(year);
  const days = fixedHolidays.map((day) => `${year}-${day}`);
  const moved = days.filter((day) => weekdayOf(day) === 0).map((day) => addDays(day, 1));
  // Good Friday and Family Day.
  return new Set([...days, ...moved, addDays(easter, -2), addDays(easter, 1)]);
}

/** Moves a day forward by `count` working days, or backward if `count` is negative. */
export function addWorkingDays(day: Day, count: number, closedOn: readonly ClosedDays[] = []): Day {
  const step = Math.sign(count);
  let moved = day;
  for (let left = Math.abs(count); left > 0; left -= isWorkingDay(moved, closedOn) ? 1 : 0) {
    moved = addDays(moved, step);
  }
  return moved;
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * dayInMilliseconds).toISOString().slice(0, 10);
}

function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay();
}

/** Easter Sunday, by the Gregorian algorithm in Meeus, Astronomical Algorithms, chapter 8. */
function easterSunday(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const skipped = Math.floor(b / 4);
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - skipped - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return addDays(`${year}-${String(Math.floor(sum / 31)).padStart(2, '0')}-01`, sum % 31);
}
