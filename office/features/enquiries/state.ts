import {
  handlingFieldNames,
  type HandlingValues,
  type submissionStatuses,
} from '../../../contract/submission-view.ts';

/** What a change can change about an enquiry, besides adding a note. */
export interface EnquiryState extends HandlingValues {
  status: (typeof submissionStatuses)[number];
}

/** The state alone, of whatever has one. */
export function stateOf(enquiry: EnquiryState): EnquiryState {
  const values = handlingFieldNames.map((name) => [name, enquiry[name]]);
  return { ...(Object.fromEntries(values) as HandlingValues), status: enquiry.status };
}

export const stateNames: Record<HandlingValues['state'], string> = {
  new: 'New',
  open: 'In progress',
  done: 'Closed',
};

/** Describes the state of an enquiry: 'In progress, naledi'. */
export function stateWords({ status, state, owner }: EnquiryState): string {
  if (status === 'quarantined') return lists.spam.label;
  return `${stateNames[state]}, ${owner ?? 'unassigned'}`;
}

interface ListDefinition {
  label: string;
  /** Whether it holds spam, or everything else. */
  isSpam?: boolean;
  /** What staff decided about the enquiries in it. */
  where?: Partial<HandlingValues>;
  /** Whether it holds only what is assigned to whoever looks. */
  isOwn?: boolean;
  /** A title and a sentence for the list while it is empty; without them it is no tab of the inbox. */
  empty?: readonly [string, string];
}

/** The lists of enquiries in their order. `all` is what a search looks through. */
export const lists = {
  new: {
    label: stateNames.new,
    where: { state: 'new' },
    empty: ['No new enquiries', 'New enquiries will appear here.'],
  },
  mine: {
    label: 'Assigned to me',
    where: { state: 'open' },
    isOwn: true,
    empty: [
      'Nothing assigned to you',
      'Enquiries assigned to you stay here until they are closed.',
    ],
  },
  open: {
    label: stateNames.open,
    where: { state: 'open' },
    empty: ['Nothing in progress', 'Assigned enquiries stay here until they are closed.'],
  },
  done: {
    label: stateNames.done,
    where: { state: 'done' },
    empty: ['No closed enquiries', 'Closed enquiries are kept here.'],
  },
  spam: { label: 'Spam', isSpam: true },
  all: { label: 'All except spam' },
} as const satisfies Record<string, ListDefinition>;

export type ListName = keyof typeof lists;

export const listNames = Object.keys(lists) as ListName[];

export function listOf(name: ListName): ListDefinition {
  return lists[name];
}

/** Which enquiries are in a list of the given member of staff. */
export function filterOf(
  name: ListName,
  you: string,
): { held: boolean; handling: Partial<HandlingValues> } {
  const { isSpam = false, where = {}, isOwn = false } = listOf(name);
  return { held: isSpam, handling: { ...where, ...(isOwn ? { owner: you } : {}) } };
}

/** Whether an enquiry is in a list of the given member of staff. */
export function isInList(name: ListName, enquiry: EnquiryState, you: string): boolean {
  const { held, handling } = filterOf(name, you);
  if (held !== (enquiry.status === 'quarantined')) return false;
  return handlingFieldNames.every(
    (field) => handling[field] === undefined || handling[field] === enquiry[field],
  );
}
