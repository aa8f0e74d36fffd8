import * as z from 'zod/mini';

import type { HandlingValues } from '../contract/submission-view.ts';
import type { AuditKind } from './features/audit/audit-kinds.ts';
import type { Right } from './rights.ts';

type PartOfState = { [Name in keyof HandlingValues]?: HandlingValues[Name] | undefined };

/** What the history of an enquiry says about an action, from its audit record. */
export interface Told {
  by: string;
  from: PartOfState;
  to: PartOfState;
  /** Such as the names of the fields that were corrected. */
  conditions: readonly string[];
}

/**
 * One thing that staff may do. Its name is the key in its feature's `actions.ts`: its route, its name
 * in the audit trail and in the history follow from it.
 */
export interface Action<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST';
  /** The right it requires; `anybody` need not be signed in. */
  right: Right | 'anybody';
  /** Of the JSON body; a GET has none. */
  request: Request;
  /** Of the JSON answer; undefined stands for a file or a stream of events. */
  answer: Answer | undefined;
  /** Its kind in the audit trail, and its words there. */
  audit?: readonly [AuditKind, string];
  /** Its sentence in the history of an enquiry; without one it is not listed there. */
  history?: (told: Told) => string;
  /** Only reads, and nothing personal: answered while MongoDB cannot say who asks, too. */
  withoutMongodb?: boolean;
}

type Details = Pick<Action, 'audit' | 'history' | 'withoutMongodb'>;

export const officePath = '/ops';
export const officeApiPath = '/ops/api';

/** The path of an action: `enquiry.close` is at `/ops/api/enquiry/close`. */
export function pathOf(name: string): string {
  return `${officeApiPath}/${name.replace('.', '/')}`;
}

/** A body or an answer that says nothing. */
export const empty = z.object({});

export function get<Answer extends z.ZodMiniType>(
  right: Action['right'],
  answer: Answer | undefined,
  details: Details = {},
): Action<typeof empty, Answer> {
  return { method: 'GET', right, request: empty, answer, ...details };
}

export function post<Request extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  right: Action['right'],
  request: Request,
  answer: Answer | undefined,
  details: Details = {},
): Action<Request, Answer> {
  return { method: 'POST', right, request, answer, ...details };
}
