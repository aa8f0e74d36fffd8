import type { RequestHandler, Response } from 'express';

import { Problem } from '../../platform/http/problem.ts';
import { sourceOf } from '../../platform/http/request-source.ts';
import type { Account } from '../../storage/users.ts';
import type { Authenticate } from './authenticate.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Who is signed in. */
    account?: Account;
  }
}

/** Lets only staff through who may see what the route shows: `personalData` or none of it. */
export function requireStaff(
  authenticate: Authenticate,
  { personalData }: { personalData: boolean },
): RequestHandler {
  return async (request, response, next) => {
    const account = await authenticate(request.headers.authorization, sourceOf(request.ip));
    if (!account) throw signInFirst();
    if (personalData && !account.maySeePersonalData)
      throw new Problem(403, 'Your account may not read enquiries.');
    response.locals.account = account;
    next();
  };
}

/**
 * The member of staff whom `requireStaff` has let through.
 *
 * @throws Problem 401 on a route that does not ask for one.
 */
export function staffOf(response: Response): Account {
  if (!response.locals.account) throw signInFirst();
  return response.locals.account;
}

/** The same whatever is wrong with the username and the password that were sent. */
function signInFirst(): Problem {
  return new Problem(401, 'Please sign in with your username and password.', {
    headers: { 'WWW-Authenticate': 'Basic realm="Enquiries", charset="UTF-8"' },
  });
}
