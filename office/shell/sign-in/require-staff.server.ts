import type { Request, RequestHandler, Response } from 'express';

import { Problem } from '../../../platform/http/problem.ts';
import { sourceOf } from '../../../platform/http/request-source.ts';
import { findSession, hashToken, type OpenSession } from '../../../storage/sessions.ts';
import type { Account } from '../../../storage/users.ts';
import { officeApiPath } from '../../action.ts';
import type { Right } from '../../rights.ts';
import type { Context } from '../../server/context.ts';
import { requireRight } from '../../server/run-action.ts';
import { isChange, refuseForeign } from '../../server/same-origin.ts';
import { withProblems } from '../../server/staff-database.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** The signed-in account. */
    account?: Account;
    /** The session; none with HTTP Basic. */
    session?: OpenSession;
  }
}

/**
 * Admits accounts with a right: `guard('enquiry.read')`. With `withoutMongodb`, a session seen
 * recently by this process is enough while MongoDB is down: for reads without personal data.
 */
export type Guard = (
  right: Right,
  options?: { withoutMongodb?: boolean | undefined },
) => RequestHandler;

/** Identifies the user by HTTP Basic or, without it, by the session's cookie. */
export function createGuard(context: Pick<Context, 'authenticate' | 'database' | 'cookie'>): Guard {
  const { authenticate, database, cookie } = context;

  const seen = createSeenSessions();

  async function findAccount(
    request: Request,
    response: Response,
    withoutMongodb: boolean,
  ): Promise<Account | undefined> {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      // Browsers resend the password automatically, also for requests forged by other sites.
      if (isChange(request)) refuseForeign(request, 'unknown');
      return authenticate.byHeader(authorization, sourceOf(request.ip));
    }
    const token = cookie.read(request);
    if (token === undefined) return undefined;
    if (isChange(request)) refuseForeign(request, 'own');
    const session = await database
      .use((store) => findSession(store, token))
      .catch((error: unknown) => {
        const known = withoutMongodb && isAway(error) ? seen.find(token) : undefined;
        if (known) return known;
        throw error;
      });
    seen.note(token, session);
    if (session) response.locals.session = session;
    return session?.account;
  }

  return (right, { withoutMongodb = false } = {}) =>
    async (request, response, next) => {
      const account = await findAccount(request, response, withoutMongodb);
      if (!account) throw signInFirst(request, cookie.read(request) !== undefined);
      await withProblems(() => requireRight(account.role, right));
      response.locals.account = account;
      next();
    };
}

/** Milliseconds for which a cached session is valid while it cannot be checked. */
const seenMaxAge = 30 * 60_000;
const maxSeen = 1_000;

/** The latest sessions by the hash of their token. */
function createSeenSessions() {
  const sessions = new Map<string, { session: OpenSession; at: number }>();
  return {
    find(token: string): OpenSession | undefined {
      const { session, at } = sessions.get(hashToken(token)) ?? {};
      const isOver = at === undefined || Date.now() - at > seenMaxAge;
      return isOver || Date.now() > Number(session?.endsAt) ? undefined : session;
    },
    /** Caches a session; an existing entry keeps its age. */
    note(token: string, session: OpenSession | undefined): void {
      const key = hashToken(token);
      if (session && sessions.get(key)?.session === session) return;
      sessions.delete(key);
      if (!session) return;
      sessions.set(key, { session, at: Date.now() });
      const [oldest] = sessions.keys();
      if (sessions.size > maxSeen && oldest !== undefined) sessions.delete(oldest);
    },
  };
}

function isAway(error: unknown): boolean {
  return error instanceof Problem && error.status === 503;
}

/**
 * The account that passed the guard.
 *
 * @throws Problem 401 on a route without one.
 */
export function staffOf(response: Response): Account {
  const { account } = response.locals;
  if (!account) throw new Problem(401, 'Please sign in.');
  return account;
}

/** The same for every sign-in failure, so that it does not reveal which part was wrong. */
function signInFirst(request: Request, hadSession: boolean): Problem {
  // The Basic challenge would make the browser show its own sign-in window.
  const isOfPages = hadSession || request.originalUrl.startsWith(officeApiPath);
  const challenge = isOfPages ? 'Session' : 'Basic realm="Enquiries", charset="UTF-8"';
  const sentence = hadSession
    ? 'Your session has ended. Please sign in again.'
    : 'Please sign in with your username and password.';
  return new Problem(401, sentence, { headers: { 'WWW-Authenticate': challenge } });
}
