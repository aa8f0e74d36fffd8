import { linkedActions } from '../../contract/notifications.ts';
import { localDay } from '../../contract/time.ts';
import type { Row } from './api.ts';
import { isOffered, settle, type Decided, type Decisions } from './decisions.ts';

/** What a button does: sets decisions, or moves enquiries to or out of Spam. */
export type Change =
  | { patch: Partial<Decisions> }
  | { verdict: 'enquiry.spam' | 'enquiry.not-spam' };

/** The text of a dialog that asks before a change. */
interface Question {
  title: string;
  words: string;
  /** The label of the confirm button, if it differs from that of the button. */
  action?: string;
  /** Also asks for an optional day. */
  day?: { label: string; hint: string };
}

/** A button, and optionally a key and a link in staff notifications, for a change. */
export interface Offer {
  label: string;
  plural?: string;
  key?: string;
  link?: keyof typeof linkedActions;
  asks?: Question;
  applies: (enquiry: Decided, you: string) => boolean;
  change: (you: string, day: string | null) => Change;
}

/** Offers a patch where it is possible and changes something. */
function decide(
  label: string,
  patch: (you: string) => Partial<Decisions>,
  where: (enquiry: Decided) => boolean,
  details: Partial<Offer> = {},
): Offer {
  return {
    label,
    applies: (enquiry, you) => where(enquiry) && isOffered(enquiry, patch(you), you),
    change: (you) => ({ patch: patch(you) }),
    ...details,
  };
}

const isOpen = ({ state }: Decided) => state !== 'done';

/** Every button that changes an enquiry, in the order in which they are shown. */
export const offers: readonly Offer[] = [
  decide(linkedActions.assign, (you) => ({ owner: you }), isOpen, { key: 'a', link: 'assign' }),
  decide(linkedActions.close, () => ({ state: 'done' }), isOpen, {
    key: 'e',
    link: 'close',
    plural: 'Close enquiries',
  }),
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
    applies: ({ status, state }) => status !== 'quarantined' && state !== 'done',
    change: (_you, followUp) => ({ patch: { state: 'waiting', followUp } }),
  },
  decide(
    'Resume',
    () => ({ state: 'open' }),
    ({ state }) => state === 'waiting',
  ),
  decide(
    'Reopen',
    () => ({ state: 'open' }),
    ({ state }) => state === 'done',
  ),
  {
    label: 'Mark as answered',
    asks: {
      title: 'Mark as answered?',
      words:
        'For an answer by phone, in person or from your own email program. No email is sent. You can record what was said in an internal note.',
      day: { label: 'Answered on', hint: 'Leave empty for today.' },
    },
    applies: ({ status, answeredOn }) => status !== 'quarantined' && answeredOn === null,
    change: (_you, day) => ({ patch: { answeredOn: day ?? localDay(Date.now()) } }),
  },
  decide(
    'Mark as unanswered',
    () => ({ answeredOn: null }),
    ({ answeredOn }) => answeredOn !== null,
  ),
  {
    label: 'Mark as spam',
    key: '!',
    applies: ({ status }) => status !== 'quarantined',
    change: () => ({ verdict: 'enquiry.spam' }),
  },
  {
    label: 'Not spam',
    asks: {
      title: 'Mark as not spam?',
      words:
        'Enquiries that are not spam move back to the other lists. Any email that has not been sent yet, including a reply, is sent now.',
    },
    applies: ({ status, marked }) => status === 'quarantined' || marked,
    change: () => ({ verdict: 'enquiry.not-spam' }),
  },
];

/** Why a change is not possible for any of these enquiries; undefined if it is for one of them. */
export function refusalFor(
  change: Change,
  enquiries: readonly Decided[],
  you: string,
): string | undefined {
  if (!('patch' in change)) return undefined;
  const results = enquiries.map((enquiry) => settle(enquiry, change.patch, you));
  const refusals = results.filter((result) => typeof result === 'string');
  return refusals.length === enquiries.length ? refusals[0] : undefined;
}

/** The enquiries that an offer would change. */
export function changeable<Enquiry extends Decided>(
  offer: Offer,
  enquiries: readonly Enquiry[],
  you: string,
): Enquiry[] {
  return enquiries.filter((enquiry) => offer.applies(enquiry, you));
}

/** What a change needs to know about an enquiry. */
export type Changeable = Pick<
  Row,
  | 'id'
  | 'version'
  | 'reference'
  | 'state'
  | 'owner'
  | 'followUp'
  | 'answeredOn'
  | 'tags'
  | 'status'
  | 'marked'
  | 'createdAt'
>;
