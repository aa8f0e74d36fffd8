import type { Request, RequestHandler, Response } from 'express';

import type { TokenScope } from '../../contract/roles.ts';
import { Problem } from '../../packages/server/http.ts';
import { findSession, hashToken, type OpenSession } from '../../storage/sessions.ts';
import { findToken } from '../../storage/tokens.ts';
import type { Account } from '../../storage/users.ts';
import { accountHeader, type Action } from '../action.ts';
import { may } from '../rights.ts';
import type { Context } from '../server/context.ts';
import { recordRefusal, requireRight } from '../server/run-action.ts';
import { isChange, refuseForeign } from '../server/same-origin.ts';
import { withProblems } from '../server/staff-database.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    account?: Account;
    /** The session; undefined if an access token was used. */
    session?: OpenSession;
  }
}

export interface GuardOptions extends Pick<Action, 'right' | 'recent' | 'withoutMongodb'> {
  /** Repeated by an open page without the user, so that it does not extend the session. */
  automatic?: boolean | undefined;
  /** Whether access tokens are accepted too. */
  tokens?: boolean;
}

/** Makes a handler that admits accounts with a right: `guard({ right: 'enquiry.read' })`. */
export type Guard = (options: GuardOptions) => RequestHandler;

/** The account that makes a request, and how it was identified. */
interface Identity {
  account: Account;
  session?: OpenSession;
  scope?: TokenScope;
}

/**
 * Creates a guard. It identifies the user by the session's cookie, or by an access token if
 * the route accepts tokens. Then it checks the requirements of the route.
 */
export function createGuard(
  context: Pick<Context, 'database' | 'cookie' | 'limits' | 'taskAs'>,
): Guard {
  const { database, cookie, limits, taskAs } = context;
  const seen = createSeenSessions();

  async function bySession(
    request: Request,
    { withoutMongodb = false, automatic = false }: GuardOptions,
  ): Promise<Identity> {
    const token = cookie.read(request);
    if (token === undefined) throw signInFirst('Please sign in.');
    if (isChange(request)) refuseForeign(request);
    const found = await database
      .use(async (store) => {
        const session = await findSession(store, token, { note: !automatic });
        return session && { account: session.account, session };
      })
      .catch((error: unknown) => {
        const known = withoutMongodb && isDown(error) ? seen.find(token) : undefined;
        if (known) return known;
        throw error;
      });
    seen.note(token, found);
    const shown = request.get(accountHeader);
    if (!found || (shown !== undefined && shown !== found.account.username)) {
      throw signInFirst('Your session has ended. Please sign in again.');
    }
    return found;
  }

  async function byToken(request: Request): Promise<Identity> {
    const { authorization = '' } = request.headers;
    const [, token] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    if (token === undefined) throw signInFirst(tokenNeeded, bearerChallenge);
    const found = await database.use((store) => findToken(store, token));
    if (found) return found;
    await limits.other(request, () => Promise.resolve(undefined));
    const challenge = `${bearerChallenge}, error="invalid_token"`;
    throw signInFirst('The access token is invalid, expired or revoked.', challenge);
  }

  return ({ tokens = false, ...rule }) =>
    async (request, response, next) => {
      const { authorization } = request.headers;
      const isScript = authorization !== undefined || cookie.read(request) === undefined;
      const identity = tokens && isScript ? await byToken(request) : await bySession(request, rule);
      const { account, session, ...rest } = identity;
      const actor = { ...rest, role: account.role, authenticatedAt: session?.startedAt };
      await withProblems(async () => {
        if (rule.right !== 'anybody' && !may(account.role, rule.right)) {
          const subject = { conditions: [rule.right] };
          await recordRefusal(taskAs(account, request), 'account.denied', subject);
        }
        requireRight(actor, rule);
      });
      Object.assign(response.locals, identity);
      next();
    };
}

/** Milliseconds for which a cached session is valid while sessions cannot be checked. */
const seenMaxAge = 30 * 60_000;
const maxSeen = 1_000;

/** Creates a cache of the latest sessions, for use while MongoDB is down. */
function createSeenSessions() {
  const sessions = new Map<string, { found: Identity; at: number }>();
  return {
    find(token: string): Identity | undefined {
      const { found, at } = sessions.get(hashToken(token)) ?? {};
      const isOver = at === undefined || Date.now() - at > seenMaxAge;
      return isOver || Date.now() > Number(found?.session?.endsAt) ? undefined : found;
    },
    /** Caches a session, unless it came from the cache. Without a session, deletes the entry. */
    note(token: string, found: Identity | undefined): void {
      const key = hashToken(token);
      if (found && sessions.get(key)?.found === found) return;
      sessions.delete(key);
      if (!found) return;
      sessions.set(key, { found, at: Date.now() });
      const [oldest] = sessions.keys();
      if (sessions.size > maxSeen && oldest !== undefined) sessions.delete(oldest);
    },
  };
}

function isDown(error: unknown): boolean {
  return error instanceof Problem && error.status === 503;
}

/**
 * The account that passed the guard.
 *
 * @throws Problem 401 on a route without a guard.
 */
export function staffOf(response: Response): Account {
  const { account } = response.locals;
  if (!account) throw new Problem(401, 'Please sign in.');
  return account;
}

const bearerChallenge = 'Bearer realm="Enquiries"';
const tokenNeeded =
  'Please send an access token as Authorization: Bearer TOKEN. Passwords are not accepted.';

/** A 401. The challenge is never Basic, for which browsers would show their own sign-in dialog. */
function signInFirst(sentence: string, challenge = 'Session'): Problem {
  return new Problem(401, sentence, { headers: { 'WWW-Authenticate': challenge } });
}
