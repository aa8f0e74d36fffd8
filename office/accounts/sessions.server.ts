import type { Response } from 'express';

import { Problem } from '../../packages/server/http.ts';
import { listPasskeys } from '../../storage/passkeys.ts';
import {
  createSession,
  endSession,
  findSession,
  listSessions,
  type OpenSession,
} from '../../storage/sessions.ts';
import {
  checkCredentials,
  endAccess,
  findUser,
  setPassword,
  type Account,
} from '../../storage/users.ts';
import type { OutputOf } from '../api.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { perform } from '../server/perform.ts';
import { actorOf, recordRefusal } from '../server/run-action.ts';
import { TaskError, type TaskContext } from '../server/task.ts';
import { describeBrowser } from './describe-browser.server.ts';
import { staffOf } from './guard.server.ts';
import { changeDetails } from './manage.server.ts';
import { noticeOf } from './notices.server.ts';
import { checkPassword } from './password-strength.server.ts';

type Session = OutputOf<'session.read'>;

/**
 * Starts a session, which replaces the browser's previous one.
 *
 * @throws Problem 401 if the account was disabled, or its access was ended, during the sign-in.
 */
export async function startSession(
  context: Context,
  response: Response,
  account: Account,
  way: 'password' | 'passkey' | 'link',
): Promise<Session> {
  const { cookie, taskAs } = context;
  const { req } = response;
  const task = taskAs(account, req);
  const store = await task.database();
  const subject = { ids: [account.username], conditions: [way] };
  await store.audit.record({ ...actorOf(task), action: 'session.sign-in', subject });
  const token = await createSession(store, account, describeBrowser(req.headers['user-agent']));
  const session = await findSession(store, token);
  if (!session) {
    await endSession(store, token);
    throw new Problem(401, 'Please sign in.');
  }
  const before = cookie.read(req);
  if (before !== undefined) await endSession(store, before);
  cookie.write(response, token);
  return describeSession(context, account, session);
}

function describeSession(
  { passkeys }: Pick<Context, 'passkeys'>,
  { username, name, email, assignmentEmails, role }: Account,
  session: OpenSession | undefined,
): Session {
  const endsAt = (session?.endsAt ?? new Date()).toISOString();
  return { username, name, email, assignmentEmails, role, endsAt, passkeys: passkeys.isUsable };
}

/**
 * Records a failed sign-in. People sometimes type a password in place of the username, so `typed`
 * is recorded only if it is the username of an account.
 */
export async function recordFailedSignIn(task: TaskContext, typed: string): Promise<void> {
  const username = typed.trim().toLowerCase();
  const user = await findUser(await task.database(), { username });
  await recordRefusal(task, 'session.fail-sign-in', { ids: user ? [username] : [] });
}

type SessionAction =
  | 'session.read'
  | 'session.sign-in'
  | 'session.sign-out'
  | 'session.sign-out-everywhere'
  | 'account.details'
  | 'account.password'
  | 'account.access';

/** The handlers of sign-in, sign-out, and one's own details, password and sessions. */
export function sessionHandlers(context: Context): Pick<Handlers, SessionAction> {
  const { cookie, database, limits, taskAs } = context;

  function authenticate(
    { req }: Response,
    credentials: { username: string; password: string },
  ): Promise<Account | undefined> {
    return limits.password(req, credentials.username, () =>
      database.use((store) => checkCredentials(store, credentials)),
    );
  }

  return {
    'session.read': (_task, _input, response) =>
      Promise.resolve(describeSession(context, staffOf(response), response.locals.session)),

    async 'session.sign-in'(task, credentials, response) {
      const account = await authenticate(response, credentials);
      if (account) return startSession(context, response, account, 'password');
      await recordFailedSignIn(task, credentials.username);
      throw new Problem(401, 'Incorrect username or password.', {
        headers: { 'WWW-Authenticate': 'Session' },
      });
    },

    async 'session.sign-out'(task, _input, response) {
      const token = cookie.read(response.req);
      const store = await task.database();
      const session = token === undefined ? undefined : await findSession(store, token);
      if (token !== undefined && session) {
        const actor = actorOf(taskAs(session.account, response.req));
        const subject = { ids: [session.account.username] };
        await store.audit.record({ ...actor, action: 'session.sign-out', subject });
        await endSession(store, token);
      }
      cookie.clear(response);
      return {};
    },

    async 'session.sign-out-everywhere'(task, _input, response) {
      const { id, username } = staffOf(response);
      await perform(task, 'session.sign-out-everywhere', { ids: [username] }, async () =>
        endAccess(await task.database(), id),
      );
      cookie.clear(response);
      return {};
    },

    async 'account.details'(task, details, response) {
      const before = staffOf(response);
      await changeDetails(task, before.id, details);
      const name = details.name === undefined ? before.name : details.name || before.username;
      return describeSession(context, { ...before, ...details, name }, response.locals.session);
    },

    async 'account.password'(task, { current, password }, response) {
      const own = staffOf(response);
      const { username } = own;
      const seen = await authenticate(response, { username, password: current });
      if (!seen) throw new Problem(403, 'The current password is incorrect.');
      await checkPassword(task, password, own);
      const account = await perform(task, 'account.password', { ids: [username] }, async () => {
        const notice = noticeOf(task, own, 'Your password was changed');
        const changed = await setPassword(await task.database(), seen, password, notice);
        if (changed) return changed;
        throw new TaskError('conflict', 'The account has been changed elsewhere. Try again.');
      });
      return startSession(context, response, account, 'password');
    },

    async 'account.access'(task, _input, response) {
      const store = await task.database();
      const { id: userId } = staffOf(response);
      const [passkeys, sessions] = await Promise.all([
        listPasskeys(store, userId),
        listSessions(store, userId),
      ]);
      return {
        passkeys: passkeys.map(({ _id: id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        sessions: sessions.map(({ publicId: id, browser, createdAt, lastSeenAt }) => ({
          id,
          browser,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          isCurrent: id === task.sessionId,
        })),
      };
    },
  };
}
