import { daysBetween, localDay, mediumDay, shortDay } from '../../../../contract/time.ts';
import type { EnquiryRow, HandlingChange, Tab } from '../../../office-views.ts';

const relative = new Intl.RelativeTimeFormat('en-ZA', { numeric: 'auto' });

const minute = 60_000;
const hour = 60 * minute;

/** How long ago that was: `5 minutes ago`, `yesterday`; after a week the day. */
export function ageOf(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (passed < minute) return 'just now';
  if (passed < hour) return relative.format(-Math.floor(passed / minute), 'minute');
  const days = daysBetween(iso, now);
  if (days === 0 || passed < 6 * hour) return relative.format(-Math.floor(passed / hour), 'hour');
  if (days < 7) return relative.format(-days, 'day');
  return (localDay(iso).slice(0, 4) === localDay(now).slice(0, 4) ? shortDay : mediumDay)(iso);
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
