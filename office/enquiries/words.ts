import { daysBetween, localDay, momentOf, shortDay } from '#contract/time.ts';
import type { NameOf } from '../shell/use-names.ts';
import type { Badge, Row } from './api.ts';
import { stateLabels } from './decisions.ts';
import { listLabels, type ListName } from './lists.ts';

/** Stands for no assignee in the address of a list. No username is this short. */
export const unassigned = '-';

export const emptyTitles: Record<ListName, string> = {
  new: 'No new enquiries',
  mine: 'Nothing assigned to you',
  'in-progress': 'Nothing in progress',
  waiting: 'Nothing waiting',
  closed: 'No closed enquiries',
  all: 'No enquiries',
  spam: 'No spam',
};

export const newOnesAreSafe =
  'Enquiries cannot be loaded at the moment. New ones are safe and will appear here automatically.';

export interface Mark {
  words: string;
  isSevere: boolean;
}

export const badgeMarks: Record<Badge, Mark> = {
  'address-bounced': { words: 'Acknowledgement bounced', isSevere: true },
  'reply-failed': { words: 'Reply not delivered', isSevere: true },
  'staff-mail-failed': { words: 'Staff notification failed', isSevere: true },
  'mail-pending': { words: 'Email not sent yet', isSevere: false },
};

type Marked = Pick<Row, 'status' | 'state' | 'answeredOn' | 'dueOn' | 'followUp' | 'badges'>;

/** When a reply or a follow-up is due, and what failed. */
export function marksOf(enquiry: Marked, now: number): Mark[] {
  const emails = enquiry.badges.map((badge) => badgeMarks[badge]);
  if (enquiry.status === 'quarantined') return emails;
  return [...replyMarks(enquiry, now), ...followUpMarks(enquiry, now), ...emails];
}

function replyMarks({ state, answeredOn, dueOn }: Marked, now: number): Mark[] {
  if (answeredOn !== null) {
    const late = dueOn !== null && answeredOn > dueOn ? ' late' : '';
    return [{ words: `Answered${late} on ${shortDay(momentOf(answeredOn))}`, isSevere: false }];
  }
  if (state === 'done') return [{ words: 'Closed without a reply', isSevere: false }];
  if (dueOn === null) return [];
  const due = momentOf(dueOn);
  const days = daysBetween(now, due);
  if (days < 0) return [{ words: `Reply overdue since ${shortDay(due)}`, isSevere: true }];
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : shortDay(due);
  return [{ words: `Reply due ${day}`, isSevere: false }];
}

function followUpMarks({ followUp, state }: Marked, now: number): Mark[] {
  const today = localDay(now);
  if (followUp === null || followUp > today || state === 'done') return [];
  if (followUp === today) return [{ words: 'Follow up today', isSevere: false }];
  return [{ words: `Follow-up due since ${shortDay(momentOf(followUp))}`, isSevere: true }];
}

export function spamWords({ status, marked, reasons }: Pick<Row, 'status' | 'marked' | 'reasons'>) {
  const why = reasons.length > 0 ? `: ${reasons.join('; ')}.` : '.';
  if (status === 'quarantined')
    return reasons.length > 0
      ? `Why this was marked as spam${why}`
      : 'Marked as spam by a colleague.';
  return marked ? `Possible spam${why}` : '';
}

type Stated = Pick<Row, 'status' | 'state' | 'owner' | 'followUp'>;

/** Describes the state of an enquiry: 'In progress, Naledi', 'Waiting, Naledi, until 3 Dec'. */
export function stateWords({ status, state, owner, followUp }: Stated, nameOf: NameOf): string {
  if (status === 'quarantined') return listLabels.spam;
  const until = followUp === null ? '' : `, until ${shortDay(momentOf(followUp))}`;
  return `${stateLabels[state]}, ${owner === null ? 'unassigned' : nameOf(owner)}${until}`;
}

/** Formats a number with its noun, such as '1 note' or '3 notes'. */
export function counted(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en-ZA')} ${number === 1 ? singular : plural}`;
}

/** '1 enquiry', '3 enquiries' */
export function countOf(number: number): string {
  return counted(number, 'enquiry', 'enquiries');
}

/** 'Naledi is', 'Naledi and Johan are', 'Naledi, Johan and Sipho are'. */
export function namesAre(names: readonly string[]): string {
  return `${new Intl.ListFormat('en-ZA').format(names)} ${names.length === 1 ? 'is' : 'are'}`;
}
