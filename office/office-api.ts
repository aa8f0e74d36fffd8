import * as z from 'zod/mini';

import { pathOf, type Action } from './action.ts';
import { auditActions } from './features/audit/actions.ts';
import { blockListActions } from './features/block-list/actions.ts';
import { enquiryActions } from './features/enquiries/actions.ts';
import { overviewActions } from './features/overview/actions.ts';
import { peopleActions } from './features/people/actions.ts';
import { statusActions } from './features/status/actions.ts';
import { templateActions } from './features/templates/actions.ts';
import { count, id } from './office-views.ts';

const actions = {
  ...enquiryActions,
  ...templateActions,
  ...blockListActions,
  ...peopleActions,
  ...auditActions,
  ...overviewActions,
  ...statusActions,
} satisfies Record<string, Action>;

/** Every staff action by name. Refused requests are answered with problem details (RFC 9457). */
export const officeApi = Object.fromEntries(
  Object.entries(actions).map(([name, action]) => [name, { ...action, path: pathOf(name) }]),
) as { [Name in keyof typeof actions]: (typeof actions)[Name] & { path: string } };

export type ActionName = keyof typeof officeApi;
export type RequestOf<Name extends ActionName> = z.output<(typeof officeApi)[Name]['request']>;
/** The response of an action that returns JSON. */
export type AnswerOf<Name extends ActionName> = z.infer<
  NonNullable<(typeof officeApi)[Name]['answer']>
>;

/** The data of each kind of server-sent event. */
export const eventSchemas = {
  /** Whether live updates work. Sent first, and whenever Redis goes down or comes back. */
  live: z.object({ live: z.boolean() }),
  /**
   * The ids of enquiries and data subject requests that are new or have changed; empty if there are
   * too many to list.
   */
  changed: z.object({ ids: z.array(z.string()) }),
  /** The number of new enquiries, and the references of those that have just arrived. */
  news: z.object({ count, arrived: z.array(z.string()) }),
  /** A user has opened or left an enquiry. `readers` are the usernames of all its viewers. */
  reading: z.object({ id, readers: z.array(z.string()) }),
} as const;

export type OfficeEvent = {
  [Kind in keyof typeof eventSchemas]: { kind: Kind } & z.infer<(typeof eventSchemas)[Kind]>;
}[keyof typeof eventSchemas];
