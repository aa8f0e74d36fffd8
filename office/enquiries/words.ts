import { momentOf, shortDay } from '../../contract/time.ts';
import type { NameOf } from '../shell/use-names.ts';
import type { Badge, Row } from './api.ts';
import { stateLabels } from './decisions.ts';
import { listLabels, type ListName } from './lists.ts';

/** Stands for no assignee in the address of a list. No username is this short. */
export const unassigned = '-';

/** The lists of the inbox, in the order of its tabs. */
export const inboxLists = ['new', 'mine', 'in-progress', 'waiting', 'closed', 'all'] as const;

/** A title and a sentence for an empty list. */
export const emptyWords: Record<ListName, readonly [string, string]> = {
  new: ['No new enquiries', 'New enquiries will appear here.'],
  mine: [
    'Nothing assigned to you',
    'Your enquiries stay here until you close them or move them to Waiting.',
  ],
  'in-progress': [
    'Nothing in progress',
    'Assigned enquiries stay here until they are closed or moved to Waiting.',
  ],
  waiting: ['Nothing waiting', 'Enquiries waiting for the sender’s reply appear here.'],
  closed: ['No closed enquiries', 'Closed enquiries are kept here.'],
  all: ['No enquiries', 'Enquiries are kept here until they are deleted.'],
  spam: ['No spam', 'Enquiries that look like spam wait here for review.'],
};

export const badgeLabels: Record<Badge, { words: string; isSevere: boolean }> = {
  'address-bounced': { words: 'Acknowledgement bounced', isSevere: true },
  'reply-failed': { words: 'Reply not delivered', isSevere: true },
  'staff-mail-failed': { words: 'Staff notification failed', isSevere: true },
  'mail-pending': { words: 'Email not sent yet', isSevere: false },
};

type Stated = Pick<Row, 'status' | 'state' | 'owner' | 'followUp'>;

/** Describes the state of an enquiry: 'In progress, Naledi', 'Waiting, Naledi, until 3 Dec'. */
export function stateWords({ status, state, owner, followUp }: Stated, nameOf: NameOf): string {
  if (status === 'quarantined') return listLabels.spam;
  const until = followUp === null ? '' : `, until ${shortDay(momentOf(followUp))}`;
  return `${stateLabels[state]}, ${owner === null ? 'unassigned' : nameOf(owner)}${until}`;
}

/** Formats a number of enquiries, such as `1 enquiry` or `3 enquiries`. */
export function countOf(number: number): string {
  return number === 1 ? '1 enquiry' : `${number.toLocaleString('en-ZA')} enquiries`;
}

/** Joins names: 'Naledi', 'Naledi and Johan', 'Naledi, Johan and Sipho'. */
export function listOfNames(names: readonly string[]): string {
  return names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
