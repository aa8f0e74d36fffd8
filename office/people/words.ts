import type { requestKinds, requestResults } from '#contract/person-requests.ts';
import { daysBetween } from '#contract/time.ts';
import { dueSoonDays } from '#contract/working-days.ts';
import { counted, countOf } from '../enquiries/words.ts';

export const kindWords: Record<(typeof requestKinds)[number], string> = {
  access: 'Access',
  correction: 'Correction',
  deletion: 'Deletion',
  objection: 'Objection',
  other: 'Other',
};

export const resultWords: Record<(typeof requestResults)[number], string> = {
  granted: 'Granted',
  partly: 'Partly granted',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
};

/** '1 request overdue, 2 due within 5 days'; empty if there are none. */
export function dueCountWords({ soon, overdue }: { soon: number; overdue: number }): string {
  const parts = [
    overdue > 0 && `${counted(overdue, 'request')} overdue`,
    soon > 0 && `${overdue > 0 ? soon : counted(soon, 'request')} due within ${dueSoonDays} days`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Time until a day on which a request is due: '12 days left', 'Due today', '1 day overdue'. */
export function dueWords(dueOn: string, now: number): string {
  const days = daysBetween(now, dueOn);
  if (days === 0) return 'Due today';
  return days > 0 ? `${counted(days, 'day')} left` : `${counted(-days, 'day')} overdue`;
}

/** '2 enquiries, 1 email in the outbox and 1 request in the register', or 'no data'. */
export function dataWords(counts: { enquiries: number; emails?: number; requests?: number }) {
  const { enquiries, emails = 0, requests = 0 } = counts;
  const parts = [
    enquiries > 0 && countOf(enquiries),
    emails > 0 && `${counted(emails, 'email')} in the outbox`,
    requests > 0 && `${counted(requests, 'request')} in the register`,
  ];
  return new Intl.ListFormat('en-GB').format(parts.filter((part) => part !== false)) || 'no data';
}
