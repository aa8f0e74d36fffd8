import type { Response } from 'express';

import { Problem } from '#server/http.ts';
import { createSession, endSession, findSession } from '#storage/sessions.ts';
import {
  checkCredentials,
  endAccess,
  findUser,
  setPassword,
  type Account,
} from '#storage/users.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { perform, record, recordRefusal } from '../server/perform.ts';
import { TaskError, type TaskContext } from '../server/task.ts';
import { signInFirst, staffOf } from './guard.server.ts';
import { noticeOf } from './letters.server.ts';
import { changeDetails } from './manage.server.ts';
import { checkPassword } from './password-strength.server.ts';

/**
 * Starts a session, which replaces the browser's previous one.
 *
 * @throws Problem 401 if the account was disabled, or its access was ended, during the sign-in.
 */
export async function startSession(
  { cookie, taskAs }: Context,
  response: Response,
  account: Account,
  way: 'password' | 'passkey' | 'link',
): Promise<Account> {
  const { req } = response;
  const task = taskAs(account, req);
  await record(task, 'session.sign-in', { ids: [account.username], conditions: [way] });
  const store = await task.database();
  const token = await createSession(store, account);
  if (!(await findSession(store, token))) {
    await endSession(store, token);
    throw signInFirst('Please sign in.');
  }
  const before = cookie.read(req);
  if (before !== undefined) await endSession(store, before);
  cookie.write(response, token);
  return account;
}

/**
 * Records a failed sign-in, and resolves to its error. People sometimes type a password in place of
 * the username, so `typed` is recorded only if it is the username of an account.
 */
export async function failSignIn(task: TaskContext, typed: string, why: string): Promise<Problem> {
  const username = typed.trim().toLowerCase();
  const user = await findUser(await task.database(), { username });
  await recordRefusal(task, 'session.fail-sign-in', { ids: user ? [username] : [] });
  return signInFirst(why);
}

type SignInAction =
  | `session.${'read' | 'sign-in' | 'sign-out' | 'sign-out-everywhere'}`
  | `account.${'details' | 'password'}`;

/** The handlers of signing in and out, and of one's own details and password. */
export function signInHandlers(context: Context): Pick<Handlers, SignInAction> {
  const { cookie, database, limits, taskAs } = context;

  const authenticate = ({ req }: Response, username: string, password: string) =>
    limits.password(req, username, () =>
      database.use((store) => checkCredentials(store, { username, password })),
    );

  return {
    'session.read': (_task, _input, response) => Promise.resolve(response.locals.account ?? null),

    async 'session.sign-in'(task, { username, password }, response) {
      const account = await authenticate(response, username, password);
      if (account) return startSession(context, response, account, 'password');
      throw await failSignIn(task, username, 'Incorrect username or password.');
    },

    async 'session.sign-out'(task, _input, response) {
      const token = cookie.read(response.req) ?? '';
      const store = await task.database();
      const { account } = (await findSession(store, token)) ?? {};
      if (account) {
        const subject = { ids: [account.username] };
        await record(taskAs(account, response.req), 'session.sign-out', subject);
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
      await changeDetails(task, before, details);
      return { ...before, ...details, name: details.name || before.name };
    },

    async 'account.password'(task, { current, password }, response) {
      const own = staffOf(response);
      const { username } = own;
      const seen = await authenticate(response, username, current);
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
  };
}
