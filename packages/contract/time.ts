/** A Date, ISO 8601 text, or milliseconds since 1970. */
type Moment = Date | string | number;

// South Africa has one time zone and no daylight saving time.
const timeZone = 'Africa/Johannesburg';
const zoneOffset = 7_200_000;
const dayInMilliseconds = 86_400_000;

/** `23 November 2026` */
export const longDay = writer({ dateStyle: 'long' });
/** `23 Nov 2026` */
export const mediumDay = writer({ dateStyle: 'medium' });
/** `Monday 23 November` */
export const weekdayAndDay = writer({ weekday: 'long', day: 'numeric', month: 'long' });
/** `23 Nov` */
export const shortDay = writer({ day: 'numeric', month: 'short' });
/** `23 Nov 2026, 08:15` */
export const readableTime = writer({ dateStyle: 'medium', timeStyle: 'short' });
/** `Monday 23 November 2026 at 08:15` */
export const fullTime = writer({ dateStyle: 'full', timeStyle: 'short' });
/** `23 Nov, 08:15` */
export const exactTime = writer({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** `08:15` */
export const clockTime = writer({ timeStyle: 'short' });

/** Created on first use, because a page uses only a few of these formatters. */
function writer(form: Intl.DateTimeFormatOptions): (moment: Moment) => string {
  let formatter: Intl.DateTimeFormat | undefined;
  return (moment) => {
    // Uses en-GB, because en-ZA formats the first of August as `01 Aug`.
    formatter ??= new Intl.DateTimeFormat('en-GB', { ...form, timeZone });
    return formatter.format(new Date(moment));
  };
}

/** A date whose UTC fields hold the South African time, for file formats without time zones. */
export function localDate(moment: Moment): Date {
  return new Date(new Date(moment).getTime() + zoneOffset);
}

/** A sortable format for tables and files: `2026-11-23 08:15`. */
export function localTime(moment: Moment): string {
  return localDate(moment).toISOString().slice(0, 16).replace('T', ' ');
}

/** The date in South Africa at a given time, such as `2026-11-23`. */
export function localDay(moment: Moment): string {
  return localTime(moment).slice(0, 10);
}

/** Converts a day, such as `2026-11-23`, and a time of day in South Africa to a Date. */
export function momentOf(day: string, time = '00:00'): Date {
  return new Date(`${day}T${time}:00+02:00`);
}

/** The calendar days between two times in South Africa; negative if `to` is before `from`. */
export function daysBetween(from: Moment, to: Moment): number {
  return (Date.parse(localDay(to)) - Date.parse(localDay(from))) / dayInMilliseconds;
}
