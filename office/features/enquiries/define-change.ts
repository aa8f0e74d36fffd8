import * as z from 'zod/mini';

import type { linkedActions } from '../../../contract/notifications.ts';
import { post, type Action } from '../../action.ts';
import { changedSchema, items } from '../../office-views.ts';
import type { NameOf } from '../../shell/use-names.ts';
import type { EnquiryState } from './state.ts';

/** The fields of the state that a change sets, and a note or a reply that it adds. */
export type Patch = Partial<EnquiryState> & { note?: string; reply?: string };

/** The text of a dialog that asks the user to confirm a change. */
interface Question {
  title: string;
  words: string;
  /**
   * The label of the confirm button, if it differs from the label of the button that opens the
   * dialog.
   */
  action?: string;
  /** Also asks for an optional date. `input` is the field of the change's input that gets it. */
  day?: { input: string; label: string; hint: string };
}

/** A button, and optionally a key, for a change with a given input. */
export interface Offer<Input> {
  label: string;
  plural?: string;
  key?: string;
  /** The name of the action in the links of staff notifications. */
  link?: keyof typeof linkedActions;
  /** The question before a change that cannot be undone entirely, or that takes an optional date. */
  asks?: Question;
  with: Input;
}

export type Shape = Record<string, z.ZodMiniType>;
type InputOf<Given extends Shape> = z.output<z.ZodMiniObject<Given>>;

export interface ChangeDefinition<Given extends Shape> {
  /** The schema of the input, without the enquiries to change. */
  input?: Given;
  /**
   * Returns the changed parts of the state, or why the change is not possible. Runs in the pages
   * and on the server.
   */
  change: (before: EnquiryState, input: InputOf<Given>, you: string) => Patch | string;
  /** The words for the action in the audit trail, such as 'closed' in 'naledi closed …'. */
  audit: string;
  /**
   * The message shown after the change. `what` is a reference or a number of enquiries. `nameOf`
   * returns 'you' for the user's own username.
   */
  done: (what: string, input: InputOf<Given>, nameOf: NameOf) => string;
  history: NonNullable<Action['history']>;
  offers?: (you: string) => readonly Offer<InputOf<Given>>[];
}

const none = {};

/** Turns a change to enquiries into an action for staff, with a route and an audit record. */
export function defineChange<Given extends Shape = typeof none>({
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
