import { daysBetween, localDay, mediumDay, shortDay } from '../../../../contract/time.ts';

const relative = new Intl.RelativeTimeFormat('en-ZA', { numeric: 'auto' });

const minute = 60_000;
const hour = 60 * minute;

/** The age of a time: `5 minutes ago`, `yesterday`; after a week the date. */
export function ageOf(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (passed < minute) return 'just now';
  if (passed < hour) return relative.format(-Math.floor(passed / minute), 'minute');
  const days = daysBetween(iso, now);
  if (days === 0 || passed < 6 * hour) return relative.format(-Math.floor(passed / hour), 'hour');
  if (days < 7) return relative.format(-days, 'day');
  return (localDay(iso).slice(0, 4) === localDay(now).slice(0, 4) ? shortDay : mediumDay)(iso);
}

/** `1 enquiry`, `3 enquiries`. */
export function countOf(number: number): string {
  return number === 1 ? '1 enquiry' : `${number.toLocaleString('en-ZA')} enquiries`;
}
