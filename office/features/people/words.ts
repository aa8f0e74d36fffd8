import { daysBetween } from '../../../contract/time.ts';
import type { requestKinds, requestResults } from '../../../contract/person-requests.ts';
import type { AnswerOf } from '../../office-api.ts';

type Held = AnswerOf<'person.find'>;
type Request = Held['requests'][number];

export const kindWords: Record<(typeof requestKinds)[number], string> = {
  access: 'What do you hold about me?',
  correction: 'Correct it',
  deletion: 'Delete it',
  objection: 'Stop using it',
  other: 'Something else',
};

export const resultWords: Record<(typeof requestResults)[number], string> = {
  granted: 'Done as asked',
  partly: 'Done in part',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
};

export const statusWords: Record<Held['submissions'][number]['status'], string> = {
  accepted: 'Accepted',
  quarantined: 'Held as spam',
  released: 'Released from spam',
};

/** '3 enquiries', '1 enquiry'. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** 'one, two and three'. */
function listed(parts: string[]): string {
  const [last = ''] = parts.slice(-1);
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

function besidesEnquiries({ jobs, keys, mails }: Pick<Held, 'jobs' | 'keys' | 'mails'>): string[] {
  return [
    ...(jobs > 0 ? [counted(jobs, 'entry in the queues', 'entries in the queues')] : []),
    ...(keys > 0 ? [counted(keys, 'counter against abuse', 'counters against abuse')] : []),
    ...(mails > 0 ? [counted(mails, 'mail in the outbox', 'mails in the outbox')] : []),
  ];
}

/** All that is held, in one sentence. */
export function heldWords(held: Held): string {
  const { submissions, requests } = held;
  const parts = [
    ...(submissions.length > 0 ? [counted(submissions.length, 'enquiry', 'enquiries')] : []),
    ...besidesEnquiries(held),
    ...(requests.length > 0
      ? [counted(requests.length, 'request in the register', 'requests in the register')]
      : []),
  ];
  return parts.length === 0 ? 'Nothing is held.' : `Held: ${listed(parts)}.`;
}

/** Whether an erasure would find something; what is in the register stays. */
export function isErasable({ submissions, jobs, keys, mails }: Held): boolean {
  return submissions.length + jobs + keys + mails > 0;
}

/** What an erasure has done, sentence by sentence. */
export function erasedWords(erased: AnswerOf<'person.erase'>): string[] {
  const { submissions, compacted, mentionedIn } = erased;
  const stores = [...(compacted.redis ? [] : ['Redis']), ...(compacted.mongodb ? [] : ['MongoDB'])];
  return [
    `Erased: ${listed([counted(submissions, 'enquiry', 'enquiries'), ...besidesEnquiries(erased)])}.`,
    stores.length === 0
      ? 'Both stores have written their files anew: nothing is left on their disks.'
      : `${listed(stores)} did not write its files anew: the space is overwritten in time.`,
    ...(mentionedIn.length > 0
      ? [`Enquiries of others still name the address: ${listed(mentionedIn)}. Look at them.`]
      : []),
    'Delete the mails in your own mailboxes by hand. The register keeps the request.',
  ];
}

/** How much time is left: '12 days left', 'Due today', '1 day overdue'. */
export function dueWords(iso: string, now: Date): string {
  const days = daysBetween(now, iso);
  if (days === 0) return 'Due today';
  return days > 0 ? `${counted(days, 'day')} left` : `${counted(-days, 'day')} overdue`;
}

/** Open requests, the one that is due first at the beginning, and closed ones, the last first. */
export function sortRequests(requests: readonly Request[]): { open: Request[]; closed: Request[] } {
  const open = requests.filter(({ closedAt }) => !closedAt);
  const closed = requests.filter(({ closedAt }) => closedAt);
  return {
    open: open.sort((one, other) => one.dueAt.localeCompare(other.dueAt)),
    closed: closed.sort((one, other) => (other.closedAt ?? '').localeCompare(one.closedAt ?? '')),
  };
}
