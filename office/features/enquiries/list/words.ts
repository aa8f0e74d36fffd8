import type { EnquiryRow, HandlingChange, Tab } from '../../../office-views.ts';

// The forms of en-GB are ours too; those of en-ZA write the first of August as 01 Aug.
const zone = { timeZone: 'Africa/Johannesburg' } as const;
const exact = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const full = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  dateStyle: 'full',
  timeStyle: 'short',
});
const day = new Intl.DateTimeFormat('en-GB', { ...zone, day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { ...zone, dateStyle: 'medium' });
const longDay = new Intl.DateTimeFormat('en-GB', { ...zone, dateStyle: 'long' });
const year = new Intl.DateTimeFormat('en-GB', { ...zone, year: 'numeric' });
const relative = new Intl.RelativeTimeFormat('en-ZA', { numeric: 'auto' });

const minute = 60_000;
const hour = 60 * minute;

/** A moment of ISO 8601 in South African time, such as `22 Nov, 08:15`. */
export function exactTime(iso: string): string {
  return exact.format(new Date(iso));
}

/** The same with the day of the week and the year. */
export function fullTime(iso: string): string {
  return full.format(new Date(iso));
}

/** Its day, such as `22 November 2026`. */
export function dayOf(iso: string): string {
  return longDay.format(new Date(iso));
}

/** How long ago that was: `5 minutes ago`, `yesterday`; after a week the day. */
export function ageOf(iso: string, now: number): string {
  const date = new Date(iso);
  const passed = now - date.getTime();
  if (passed < minute) return 'just now';
  if (passed < hour) return relative.format(-Math.floor(passed / minute), 'minute');
  const days = dayNumber(now) - dayNumber(date.getTime());
  if (days === 0 || passed < 6 * hour) return relative.format(-Math.floor(passed / hour), 'hour');
  if (days < 7) return relative.format(-days, 'day');
  return (year.format(date) === year.format(now) ? day : dayOfYear).format(date);
}

/** Days since 1970 in South Africa, which has one time zone and no summer time. */
function dayNumber(time: number): number {
  return Math.floor((time + 2 * hour) / (24 * hour));
}

/** What can be done with enquiries. */
export type Act = HandlingChange | { kind: 'spam' };

/** Says what was done with one enquiry, or with how many. */
export function describeAct(act: Act, references: readonly string[], you: string): string {
  const [first = ''] = references;
  const what = references.length === 1 ? first : countOf(references.length);
  switch (act.kind) {
    case 'assign':
      if (act.owner === null) return `${what} given back.`;
      return act.owner === you ? `${what} taken.` : `${what} given to ${act.owner}.`;
    case 'note':
      return `Note saved on ${what}.`;
    case 'finish':
      return `${what} finished.`;
    case 'reopen':
      return `${what} reopened.`;
    case 'spam':
      return `${what} held as spam.`;
  }
}

/** `1 enquiry`, `3 enquiries`. */
export function countOf(number: number): string {
  return number === 1 ? '1 enquiry' : `${number.toLocaleString('en-ZA')} enquiries`;
}

type Handled = Pick<EnquiryRow, 'status' | 'state' | 'owner'>;

/** What an act makes of the state of an enquiry. */
export function after(act: Act, { state, owner }: Handled, you: string): Partial<Handled> {
  switch (act.kind) {
    case 'assign':
      return { state: act.owner === null ? 'new' : 'open', owner: act.owner };
    case 'finish':
      return { state: 'done', owner: owner ?? you };
    case 'reopen':
      return { state: 'open', owner: you };
    case 'spam':
      return { status: 'quarantined' };
    case 'note':
      return { state, owner };
  }
}

/** Whether an enquiry belongs into a list of the given member of staff. */
export function belongsTo(tab: Tab, { status, state, owner }: Handled, you: string): boolean {
  if (tab === 'spam' || status === 'quarantined') {
    return tab === 'spam' && status === 'quarantined';
  }
  if (tab === 'mine') return state === 'open' && owner === you;
  return tab === 'all' || tab === state;
}
