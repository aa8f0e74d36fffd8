import {
  handlingFieldNames,
  type HandlingValues,
  type submissionStatuses,
} from '../../../contract/submission-view.ts';
import { localDay, momentOf, shortDay } from '../../../contract/time.ts';
import type { NameOf } from '../../shell/use-names.ts';

/** The fields of an enquiry that staff can change, except notes and replies. */
export interface EnquiryState extends HandlingValues {
  status: (typeof submissionStatuses)[number];
  /** Whether it is possible spam. */
  marked?: boolean | undefined;
}

export function stateOf(enquiry: EnquiryState): EnquiryState {
  const values = handlingFieldNames.map((name) => [name, enquiry[name]]);
  const { status, marked = false } = enquiry;
  return { ...(Object.fromEntries(values) as HandlingValues), status, marked };
}

/** Whether two values of a field are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export const stateNames: Record<HandlingValues['state'], string> = {
  new: 'New',
  open: 'In progress',
  waiting: 'Waiting',
  done: 'Closed',
};

/** Stands for no assignee in the address of a list. No username is this short. */
export const unassigned = '-';

export const statusWords: Record<EnquiryState['status'], string> = {
  accepted: 'Accepted',
  quarantined: 'Spam',
  released: 'Not spam',
};

/** Describes the state of an enquiry: 'In progress, naledi', 'Waiting, naledi, until 3 Dec'. */
export function stateWords(enquiry: EnquiryState, nameOf: NameOf = String): string {
  const { status, owner, followUp } = enquiry;
  if (status === 'quarantined') return stateName(enquiry);
  const until = followUp === null ? '' : `, until ${shortDay(momentOf(followUp))}`;
  return `${stateName(enquiry)}, ${owner === null ? 'unassigned' : nameOf(owner)}${until}`;
}

/** The name of the state without the assignee, such as `In progress`. */
export function stateName({ status, state }: Pick<EnquiryState, 'status' | 'state'>): string {
  return status === 'quarantined' ? lists.spam.label : stateNames[state];
}

interface ListDefinition {
  label: string;
  /** The label for places that do not show the Spam list beside this one. */
  longLabel?: string;
  /** True if the list contains only spam. All other lists contain no spam. */
  isSpam?: boolean;
  /** The field values that all enquiries in the list have, except follow-ups that are due. */
  where?: Partial<HandlingValues>;
  /** Whether the list contains only enquiries assigned to the current user. */
  isOwn?: boolean;
  /** Whether the list begins with waiting enquiries whose follow-up is due. */
  hasFollowUps?: boolean;
  page?: 'enquiries' | 'spam';
  /** A title and a sentence for the empty list. */
  empty?: readonly [string, string];
  /** A sentence that says what a search in the list covers. */
  searched?: string;
}

/** The lists of enquiries, in the order of the tabs. A search covers `all` or `spam`. */
const lists = {
  new: {
    label: stateNames.new,
    page: 'enquiries',
    where: { state: 'new' },
    empty: ['No new enquiries', 'New enquiries will appear here.'],
  },
  mine: {
    label: 'Assigned to me',
    page: 'enquiries',
    where: { state: 'open' },
    isOwn: true,
    hasFollowUps: true,
    empty: [
      'Nothing assigned to you',
      'Your enquiries stay here until you close them or move them to Waiting.',
    ],
  },
  'in-progress': {
    label: stateNames.open,
    page: 'enquiries',
    where: { state: 'open' },
    empty: [
      'Nothing in progress',
      'Assigned enquiries stay here until they are closed or moved to Waiting.',
    ],
  },
  waiting: {
    label: stateNames.waiting,
    page: 'enquiries',
    where: { state: 'waiting' },
    empty: ['Nothing waiting', 'Enquiries waiting for the sender’s reply appear here.'],
  },
  closed: {
    label: stateNames.done,
    page: 'enquiries',
    where: { state: 'done' },
    empty: ['No closed enquiries', 'Closed enquiries are kept here.'],
  },
  all: {
    label: 'All',
    longLabel: 'All except spam',
    page: 'enquiries',
    empty: ['No enquiries', 'Enquiries are kept here until they are deleted.'],
    searched: 'Search covers every field, note, reply, tag and reference, but not spam.',
  },
  spam: {
    label: 'Spam',
    page: 'spam',
    isSpam: true,
    empty: ['No spam', 'Enquiries that look like spam wait here for review.'],
    searched: 'This search covers spam only.',
  },
} as const satisfies Record<string, ListDefinition>;

export type ListName = keyof typeof lists;

export const listNames = Object.keys(lists) as ListName[];

function listOf(name: ListName): ListDefinition {
  return lists[name];
}

/** The tabs of a page; the first is open initially. */
function tabsOf(page: NonNullable<ListDefinition['page']>): ListName[] {
  return listNames.filter((name) => listOf(name).page === page);
}

/**
 * Matches enquiries with these field values. `followUpBy` also requires that the follow-up is due
 * by that day.
 */
interface StateFilter {
  handling: Partial<HandlingValues>;
  followUpBy?: string;
}

/** The filter for a list as the given member of staff sees the list. */
export function filterOf(
  name: ListName,
  you: string,
): StateFilter & { quarantined: boolean; or?: StateFilter } {
  const { isSpam = false, where = {}, isOwn = false, hasFollowUps = false } = listOf(name);
  const own: Partial<HandlingValues> = isOwn ? { owner: you } : {};
  const followUpBy = localDay(Date.now());
  return {
    quarantined: isSpam,
    handling: { ...where, ...own },
    ...(hasFollowUps ? { or: { handling: { ...own, state: 'waiting' }, followUpBy } } : {}),
  };
}

/** Whether an enquiry is in a list as the given member of staff sees the list. */
export function isInList(name: ListName, enquiry: EnquiryState, you: string): boolean {
  const { quarantined, or, ...filter } = filterOf(name, you);
  if (quarantined !== (enquiry.status === 'quarantined')) return false;
  return matches(enquiry, filter) || (or !== undefined && matches(enquiry, or));
}

function matches(enquiry: EnquiryState, { handling, followUpBy }: StateFilter): boolean {
  if (followUpBy !== undefined && !isDue(enquiry, followUpBy)) return false;
  return handlingFieldNames.every(
    (field) => handling[field] === undefined || handling[field] === enquiry[field],
  );
}

/** Whether an enquiry is waiting and its follow-up is due by the given day, by default today. */
export function isDue(
  { state, followUp }: Pick<EnquiryState, 'state' | 'followUp'>,
  day = localDay(Date.now()),
): boolean {
  return state === 'waiting' && followUp !== null && followUp <= day;
}
