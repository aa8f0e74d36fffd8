import { linkedActions } from '#contract/notifications.ts';
import { localDay } from '#contract/time.ts';
import type { Patch, Row } from './api.ts';
import { settle, type Decided, type Decisions } from './decisions.ts';

export interface Question {
  title: string;
  words: string;
  /** The label of the confirm button, if it differs from that of the button. */
  action?: string;
  day?: { label: string; hint: string };
  colleague?: { label: string };
}

/** A button, and optionally a key and a link in staff notifications, for a change. */
export interface Offer {
  label: string;
  plural?: string;
  key?: string;
  link?: keyof typeof linkedActions;
  asks?: Question;
  applies: (enquiry: Decided, you: string) => boolean;
  /** `answer` is the answer to the question: a day, a username, or nothing. */
  change: (you: string, answer: string) => Patch;
}

/** The answer that means no colleague. No username is this short. */
export const nobody = '-';

const isOpen = ({ status, state }: Decided) => status !== 'quarantined' && state !== 'done';

/** Every button that changes an enquiry, in the order in which they are shown. */
export const offers: readonly Offer[] = [
  {
    label: linkedActions.assign,
    key: 'a',
    link: 'assign',
    applies: (enquiry, you) => isOpen(enquiry) && enquiry.owner !== you,
    change: (you) => ({ owner: you }),
  },
  {
    label: 'Assign to …',
    asks: {
      title: 'Assign to a colleague',
      words: 'Your colleague gets an email about it if their account has an address.',
      action: 'Assign',
      colleague: { label: 'Assign to' },
    },
    applies: isOpen,
    change: (_you, owner) => ({ owner: owner === nobody ? null : owner }),
  },
  {
    label: linkedActions.close,
    plural: 'Close enquiries',
    key: 'e',
    link: 'close',
    applies: isOpen,
    change: () => ({ state: 'done' }),
  },
  {
    label: 'Wait for reply',
    key: 'w',
    asks: {
      title: 'Wait for their reply?',
      words:
        'Enquiries in Waiting return to the top of the assignee’s list on the day you choose. Unassigned ones are assigned to you.',
      action: 'Move to Waiting',
      day: {
        label: 'Follow up on (optional)',
        hint: 'Without a day, they wait until you resume or close them.',
      },
    },
    applies: isOpen,
    change: (_you, day) => ({ state: 'waiting', followUp: day || null }),
  },
  {
    label: 'Resume',
    applies: (enquiry) => isOpen(enquiry) && enquiry.state === 'waiting',
    change: () => ({ state: 'open' }),
  },
  {
    label: 'Reopen',
    applies: ({ status, state }) => status !== 'quarantined' && state === 'done',
    change: () => ({ state: 'open' }),
  },
  {
    label: 'Mark as answered',
    asks: {
      title: 'Mark as answered?',
      words:
        'For an answer by phone, in person or from your own email program. No email is sent. You can record what was said in an internal note.',
      day: { label: 'Answered on', hint: 'Leave empty for today.' },
    },
    applies: ({ status, answeredOn }) => status !== 'quarantined' && answeredOn === null,
    change: (_you, day) => ({ answeredOn: day || localDay(Date.now()) }),
  },
  {
    label: 'Mark as unanswered',
    applies: ({ status, answeredOn }) => status !== 'quarantined' && answeredOn !== null,
    change: () => ({ answeredOn: null }),
  },
  {
    label: 'Mark as spam',
    key: '!',
    applies: ({ status }) => status !== 'quarantined',
    change: () => ({ status: 'quarantined' }),
  },
  {
    label: 'Not spam',
    asks: {
      title: 'Mark as not spam?',
      words:
        'Enquiries that are not spam move back to the other lists. Any email that has not been sent yet, including a reply, is sent now.',
    },
    applies: ({ status, marked }) => status === 'quarantined' || marked,
    change: () => ({ status: 'released', marked: false }),
  },
];

/** Why a change is not possible for any of these enquiries; undefined if it is for one of them. */
export function refusalFor(
  { status, marked: _marked, ...patch }: Patch,
  enquiries: readonly Decided[],
  you: string,
): string | undefined {
  if (status !== undefined) return undefined;
  const results = enquiries.map((enquiry) => settle(enquiry, patch as Partial<Decisions>, you));
  const refusals = results.filter((result) => typeof result === 'string');
  return refusals.length === enquiries.length ? refusals[0] : undefined;
}

export type Changeable = Decided & Pick<Row, 'id' | 'version' | 'reference'>;
