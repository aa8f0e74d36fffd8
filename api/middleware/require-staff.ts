import type { RequestHandler, Response } from 'express';

import type { Account } from '../../storage/users.ts';
import { sourceOf } from '../source-of.ts';
import type { Authenticate } from '../accounts/authenticate.ts';
import { notAllowed, signInFirst } from '../accounts/staff-problems.ts';

export interface StaffRequirement {
  /** True where personal data is shown. */
  personalData: boolean;
}

/** Lets only staff through who may see what the route shows. */
export function requireStaff(
  authenticate: Authenticate,
  { personalData }: StaffRequirement,
): RequestHandler {
  return async (request, response, next) => {
    const account = await authenticate(request.headers.authorization, sourceOf(request.ip));
    if (!account) throw signInFirst();
    if (personalData && !account.maySeePersonalData) throw notAllowed();
    response.locals.account = account;
    next();
  };
}

/** The member of staff whom `requireStaff` has let through. */
export function staffOf(response: Response): Account {
  return response.locals.account as Account;
}
