import type * as z from 'zod/mini';

import { pathOf, type Action } from './action.ts';
import { auditActions } from './features/audit/actions.ts';
import { blockListActions } from './features/block-list/actions.ts';
import { overviewActions } from './features/overview/actions.ts';
import { statusActions } from './features/status/actions.ts';

const actions = {
  ...blockListActions,
  ...auditActions,
  ...overviewActions,
  ...statusActions,
} satisfies Record<string, Action>;

/** Every staff action by name, except those in enquiries/api.ts. Refused requests are answered with problem details (RFC 9457). */
export const officeApi = Object.fromEntries(
  Object.entries(actions).map(([name, action]) => [name, { ...action, path: pathOf(name) }]),
) as { [Name in keyof typeof actions]: (typeof actions)[Name] & { path: string } };

export type ActionName = keyof typeof officeApi;
export type RequestOf<Name extends ActionName> = z.output<(typeof officeApi)[Name]['request']>;
/** The response of an action that returns JSON. */
export type AnswerOf<Name extends ActionName> = z.infer<
  NonNullable<(typeof officeApi)[Name]['answer']>
>;
