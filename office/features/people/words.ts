import { emailAddress, readEmailAddress } from '../../../contract/email-address.ts';
import { readReference } from '../../../contract/read-reference.ts';
import { daysBetween } from '../../../contract/time.ts';
import { dueSoonDays } from '../../../contract/working-days.ts';
import type { AnswerOf } from '../../office-api.ts';
import type { PersonSearch } from '../../office-views.ts';
import { counted } from './counts.ts';

type Found = AnswerOf<'person.find'>;
type Request = Found['requests'][number];

const list = new Intl.ListFormat('en-GB');

const kinds: Record<string, [one: string, several: string]> = {
  submissions: ['enquiry', 'enquiries'],
  jobs: ['queued job', 'queued jobs'],
  keys: ['rate-limit record', 'rate-limit records'],
  mails: ['email in the outbox', 'emails in the outbox'],
  requests: ['request in the register', 'requests in the register'],
};

/**
 * Lists numbers by kind of data, such as '2 enquiries, 1 queued job and 3 emails in the outbox'.
 * Returns `none` if there is no data.
 */
function dataWords(numbers: Partial<Record<string, number>>, none = '0 enquiries'): string {
  const parts = Object.entries(kinds).flatMap(([name, words]) => {
    const number = numbers[name] ?? 0;
    return number > 0 ? counted(number, ...words) : [];
  });
  return list.format(parts) || none;
}

/** Says in one sentence what data was found. */
export function foundWords({ submissions, requests, jobs, keys, mails }: Found): string {
  const [enquiries, asked] = [submissions.length, requests.length];
  return `We hold ${dataWords({ submissions: enquiries, jobs, keys, mails, requests: asked }, 'no data')}.`;
}

/** Whether there is anything to erase. Requests in the register are kept. */
export function isErasable({ submissions, jobs, keys, mails }: Found): boolean {
  return submissions.length + jobs + keys + mails > 0;
}

/** The result of an erasure, as sentences. */
export function erasedWords(erased: AnswerOf<'person.erase'>): string[] {
  const { compacted, mentionedIn, ...numbers } = erased;
  const stores = [...(compacted.redis ? [] : ['Redis']), ...(compacted.mongodb ? [] : ['MongoDB'])];
  return [
    `Erased: ${dataWords(numbers)}.`,
    stores.length === 0
      ? 'Redis and MongoDB rewrote their files. MongoDB may keep remains until it overwrites them.'
      : `${list.format(stores)}: the data is still on disk and will be overwritten over time.`,
    ...(mentionedIn.length > 0
      ? [`Other enquiries still mention the address: ${list.format(mentionedIn)}. Review them.`]
      : []),
    'Delete the emails in your mailboxes too. Any request stays in the register.',
  ];
}

/** Time until a request is due: '12 days left', 'Due today', '1 day overdue'. */
export function dueWords(iso: string, now: Date): string {
  const days = daysBetween(now, iso);
  if (days === 0) return 'Due today';
  return days > 0 ? `${counted(days, 'day')} left` : `${counted(-days, 'day')} overdue`;
}

/** Whether a request is overdue or due within five days. */
export function isDueSoon(iso: string, now: Date): boolean {
  return daysBetween(now, iso) <= dueSoonDays;
}

/**
 * Separates open from closed requests. Sorts open ones by due date, and closed ones by closing
 * date, latest first.
 */
export function sortRequests(requests: readonly Request[]): { open: Request[]; closed: Request[] } {
  const open = requests.filter(({ closedAt }) => !closedAt);
  const closed = requests.filter(({ closedAt }) => closedAt);
  return {
    open: open.sort((one, other) => one.dueAt.localeCompare(other.dueAt)),
    closed: closed.sort((one, other) => (other.closedAt ?? '').localeCompare(one.closedAt ?? '')),
  };
}

/** The address or reference to search for; undefined if the text is neither. */
export function readSearch(text: string): PersonSearch | undefined {
  const email = readEmailAddress(text);
  if (emailAddress.test(email)) return { email };
  // 'Thandiwe' could also be a reference, so a reference without digits needs its hyphen.
  const name = /\d|^\w{4}-\w{4}$/.test(text) ? readReference(text) : undefined;
  return name === undefined ? undefined : { name };
}
