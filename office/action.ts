import * as z from 'zod/mini';

import { officeApiPath } from './paths.ts';
import type { Right } from './rights.ts';

export { accountHeader, officePath } from './paths.ts';

export const auditKinds = {
  reading: 'Reading enquiries',
  handling: 'Changing enquiries',
  people: 'Personal data, exports and deletion',
  accounts: 'Accounts and sign-in',
  queues: 'Queues',
  audit: 'Audit trail',
} as const;

export type AuditKind = keyof typeof auditKinds;

/**
 * A staff action. Its key in the feature's `actions.ts` is the action's name. Its route is derived
 * from the name, which also identifies the action in the audit trail.
 */
export interface Action<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST';
  /** The required right; `anybody` means without signing in. */
  right: Right | 'anybody';
  /** The schema of the JSON body; `empty` for a GET, which has no body. */
  request: Request;
  /** The schema of the JSON response; undefined for a file. */
  answer: Answer | undefined;
  /** The action's type and description in the audit trail. */
  audit?: readonly [AuditKind, string];
  /** Requires the password or a passkey, unless one was used within the last ten minutes. */
  recent?: boolean | undefined;
  /**
   * Allowed while MongoDB is down, for a session that was checked before. Only for reads without
   * personal data.
   */
  withoutMongodb?: boolean | undefined;
}

type Details = Pick<Action, 'audit' | 'recent' | 'withoutMongodb'>;

/** The path of an action: `account.list` is at `/ops/api/account/list`. */
export function pathOf(name: string): string {
  return `${officeApiPath}/${name.replace('.', '/')}`;
}

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
