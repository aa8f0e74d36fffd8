import type { Request, RequestHandler, Response } from 'express';

import type { TokenScope } from '#contract/roles.ts';
import { Problem } from '#server/http.ts';
import { findSession, hashToken, type OpenSession } from '#storage/sessions.ts';
import { findToken } from '#storage/tokens.ts';
import type { Account } from '#storage/users.ts';
import type { Action } from '../action.ts';
import { accountHeader } from '../paths.ts';
import { refusalOf } from '../rights.ts';
import type { Context } from '../server/context.ts';
import { record, requireRight } from '../server/perform.ts';
import { isChange, refuseForeign } from '../server/same-origin.ts';
import { withProblems } from '../server/staff-database.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    account?: Account;
  }
}

export interface GuardOptions extends Omit<Action, 'input' | 'output' | 'audit'> {
  /** Whether access tokens are accepted too. */
  tokens?: boolean;
}

/** Makes a handler that admits accounts with a right: `guard({ right: 'enquiry.read' })`. */
export type Guard = (options: GuardOptions) => RequestHandler;

interface Identity {
  account: Account;
  /** Of a session. */
  authenticatedAt?: Date;
  /** Of an access token. */
  scope?: TokenScope;
}

/** Identifies the user by session cookie or access token, then checks the route's requirements. */
export function createGuard({
  database,
  cookie,
  taskAs,
}: Pick<Context, 'database' | 'cookie' | 'taskAs'>): Guard {
  /** The latest sessions by the hash of their token, for use while MongoDB is down. */
  const recentSessions = new Map<string, OpenSession>();

  async function readSession(token: string, rule: GuardOptions): Promise<OpenSession | undefined> {
    const key = hashToken(token);
    const known = recentSessions.get(key);
    try {
      const note = !rule.isAutomatic;
      const session = await withProblems(async () =>
        findSession(await database.open(), token, { note }),
      );
      if (session) recentSessions.set(key, session);
      else recentSessions.delete(key);
      return session;
    } catch (error) {
      const isDown = error instanceof Problem && error.status === 503;
      if (isDown && rule.withoutMongodb && known && known.expiresAt > new Date()) return known;
      throw error;
    }
  }

  async function bySession(request: Request, rule: GuardOptions): Promise<Identity> {
    const token = cookie.read(request);
    if (token === undefined) throw signInFirst('Please sign in.');
    if (isChange(request)) refuseForeign(request);
    const session = await readSession(token, rule);
    const shown = request.get(accountHeader);
    if (!session || (shown !== undefined && shown !== session.account.username)) {
      throw signInFirst('Your session has ended. Please sign in again.');
    }
    return { account: session.account, authenticatedAt: session.startedAt };
  }

  async function byToken({ headers: { authorization = '' } }: Request): Promise<Identity> {
    const [, token] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    if (token === undefined) throw signInFirst(tokenNeeded, bearerChallenge);
    const identity = await withProblems(async () => findToken(await database.open(), token));
    if (identity) return identity;
    const challenge = `${bearerChallenge}, error="invalid_token"`;
    throw signInFirst('The access token is invalid, expired or revoked.', challenge);
  }

  return ({ tokens = false, ...rule }) =>
    async (request, response, next) => {
      const { authorization } = request.headers;
      const isScript = authorization !== undefined || cookie.read(request) === undefined;
      const identify = tokens && isScript ? byToken(request) : bySession(request, rule);
      const identity = await identify.catch((error: unknown) => {
        if (rule.admitsNobody && error instanceof Problem && error.status === 401) return undefined;
        throw error;
      });
      if (!identity) {
        next();
        return;
      }
      const { account, ...how } = identity;
      await withProblems(async () => {
        if (refusalOf(account, rule.right)) {
          await record(taskAs(account, request), 'account.denied', { conditions: [rule.right] });
        }
        requireRight({ role: account.role, ...how }, rule);
      });
      response.locals.account = account;
      next();
    };
}

/** The account that passed the guard. @throws Problem 401 on a route without a guard. */
export function staffOf(response: Response): Account {
  const { account } = response.locals;
  if (!account) throw new Problem(401, 'Please sign in.');
  return account;
}

const bearerChallenge = 'Bearer realm="Enquiries"';
const tokenNeeded =
  'Please send an access token as Authorization: Bearer TOKEN. Passwords are not accepted.';

/** A 401. The challenge is never Basic, for which browsers would show their own sign-in dialog. */
export function signInFirst(sentence: string, challenge = 'Session'): Problem {
  return new Problem(401, sentence, { headers: { 'WWW-Authenticate': challenge } });
}
