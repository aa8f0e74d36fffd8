import * as z from 'zod/mini';

import { post, type Action } from '../../action.ts';
import { changedSchema, items, username } from '../../office-views.ts';
import type { NameOf } from '../../shell/use-names.ts';
import { stateOf, type EnquiryState } from './state.ts';

/** The fields of the state that a change sets, and a note or a reply that it adds. */
type Patch = Partial<EnquiryState> & { note?: string; reply?: string };

/** Asks for confirmation. */
export interface Question {
  title: string;
  words: string;
  /** The label of the confirming button, if it differs from the first one. */
  action?: string;
}

/** A button, and optionally a key, for a change with a given input. */
interface Offer<Input> {
  label: string;
  key?: string;
  /** The description of the key in the keyboard help. */
  help?: string;
  /** Confirmation before a change that cannot be undone entirely. */
  asks?: Question;
  with: Input;
}

type Shape = Record<string, z.ZodMiniType>;
type InputOf<Given extends Shape> = z.output<z.ZodMiniObject<Given>>;

interface ChangeDefinition<Given extends Shape> {
  /** The schema of the input besides the enquiries. */
  input?: Given;
  /** The new state, or a sentence if the change is not possible. Used by pages and server. */
  change: (before: EnquiryState, input: InputOf<Given>, you: string) => Patch | string;
  /** The action in the audit trail: 'naledi closed …'. */
  audit: string;
  /**
   * The message afterwards; `what` is a reference or a number of enquiries, and `nameOf` calls the
   * reader 'you'.
   */
  done: (what: string, input: InputOf<Given>, nameOf: NameOf) => string;
  history: NonNullable<Action['history']>;
  offers?: (you: string) => readonly Offer<InputOf<Given>>[];
}

const none = {};

function defineChange<Given extends Shape = typeof none>({
  input: shape = {} as Given,
  audit,
  history,
  ...rest
}: ChangeDefinition<Given>) {
  const request = z.object({ items, ...shape });
  const action = post('enquiry.change', request, changedSchema, {
    audit: ['handling', audit],
    history,
  });
  return { ...action, ...rest };
}

/** The maximum length of a note or a reply. */
export const maxTextLength = 5_000;

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxTextLength));
const isSpam = 'It is marked as spam.';

/**
 * Every change that staff can make to the state of an enquiry. Routes, audit trail, history,
 * buttons, keys, messages, undo and commands are derived from this table.
 */
export const changes = {
  'enquiry.assign': defineChange({
    input: { owner: z.nullable(username) },
    change({ status, state }, { owner }) {
      if (status === 'quarantined') return isSpam;
      if (state === 'done') return 'It is closed: reopen it first.';
      return { state: owner === null ? 'new' : 'open', owner };
    },
    audit: 'assigned',
    done: (what, { owner }, nameOf) =>
      owner === null ? `${what} unassigned.` : `${what} assigned to ${nameOf(owner)}.`,
    history({ by, to: { owner } }) {
      if (owner === null) return `${by} unassigned it`;
      return `${by} assigned it to ${owner === by ? 'themselves' : (owner ?? 'nobody')}`;
    },
    offers: (you) => [
      { label: 'Assign to me', key: 'a', help: 'Assign to me', with: { owner: you } },
    ],
  }),
  'enquiry.close': defineChange({
    change({ status, state, owner }, _input, you) {
      if (status === 'quarantined') return isSpam;
      if (state === 'done') return 'It is already closed.';
      return { state: 'done', owner: owner ?? you };
    },
    audit: 'closed',
    done: (what) => `${what} closed.`,
    history: ({ by }) => `${by} closed it`,
    offers: () => [{ label: 'Close enquiry', key: 'e', help: 'Close the enquiry', with: {} }],
  }),
  'enquiry.reopen': defineChange({
    change: ({ state }, _input, you) =>
      state === 'done' ? { state: 'open', owner: you } : 'It is not closed.',
    audit: 'reopened',
    done: (what) => `${what} reopened.`,
    history: ({ by }) => `${by} reopened it`,
    offers: () => [{ label: 'Reopen', with: {} }],
  }),
  'enquiry.note': defineChange({
    input: { text: words },
    change: (_before, { text }) => ({ note: text }),
    audit: 'added a note to',
    done: (what) => `Note saved on ${what}.`,
    history: ({ by }) => `${by} added a note`,
  }),
  /** Sends an email to the visitor, and optionally closes the enquiry. */
  'enquiry.reply': defineChange({
    input: { text: words, close: z.boolean() },
    change({ status, state, owner }, { text, close }, you) {
      if (status === 'quarantined') return isSpam;
      const next = close ? 'done' : state === 'new' ? 'open' : state;
      return { reply: text, ...(next !== state && { state: next }), owner: owner ?? you };
    },
    audit: 'replied to',
    done: (what, { close }) =>
      close ? `Sending reply to ${what}. Enquiry closed.` : `Sending reply to ${what}.`,
    // The history shows the reply itself.
    history: ({ by, to }) => (to.state === 'done' ? `${by} closed it` : `${by} replied`),
  }),
  'enquiry.spam': defineChange({
    change: ({ status }) => (status === 'quarantined' ? isSpam : { status: 'quarantined' }),
    audit: 'marked as spam',
    done: (what) => `${what} marked as spam.`,
    history: ({ by }) => `${by} marked it as spam`,
    offers: () => [{ label: 'Spam', key: '!', help: 'Mark as spam', with: {} }],
  }),
  'enquiry.not-spam': defineChange({
    change: ({ status }) =>
      status === 'quarantined' ? { status: 'released' } : 'It is not marked as spam.',
    audit: 'marked as not spam',
    done: (what) => `${what} marked as not spam.`,
    history: ({ by }) => `${by} marked it as not spam`,
    offers: () => [
      {
        label: 'Not spam',
        asks: {
          title: 'Mark as not spam?',
          words:
            'Enquiries that are not spam move back to the other lists. Any staff notification or acknowledgement that has not been sent yet is sent now.',
        },
        with: {},
      },
    ],
  }),
};

export type ChangeName = keyof typeof changes;
type Given<Name extends ChangeName> = Parameters<(typeof changes)[Name]['change']>[1];

export const changeNames = Object.keys(changes) as ChangeName[];

/** A change with its input, for any enquiry. */
export interface Act {
  name: ChangeName;
  input: object;
  /** The new state, or why it is not possible. */
  change: (before: EnquiryState, you: string) => Patch | string;
  done: (what: string, nameOf: NameOf) => string;
}

export function actOf<Name extends ChangeName>(name: Name, input: Given<Name>): Act {
  const { change, done } = changes[name] as unknown as ChangeDefinition<Shape>;
  return {
    name,
    input,
    change: (before, you) => change(before, input, you),
    done: (what, nameOf) => done(what, input, nameOf),
  };
}

/** Every button and key with which the given member of staff can change enquiries. */
export function offersFor(you: string): (Omit<Offer<never>, 'with'> & { act: Act })[] {
  return changeNames.flatMap((name) => {
    const { offers } = changes[name] as unknown as ChangeDefinition<Record<string, never>>;
    return (offers?.(you) ?? []).map(({ with: input, ...offer }) => ({
      ...offer,
      act: actOf(name, input as never),
    }));
  });
}

/** Whether an action is possible for an enquiry and would change it. */
export function applies({ change }: Act, enquiry: EnquiryState, you: string): boolean {
  const before = stateOf(enquiry);
  const patch = change(before, you);
  if (typeof patch === 'string') return false;
  return Object.entries(patch).some(([name, value]) => before[name as 'state'] !== value);
}
