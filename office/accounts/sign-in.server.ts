import type { Response } from 'express';

import { Problem } from '#server/http.ts';
import { failureCode } from '#server/reasons.ts';
import { hashPassword } from '#storage/password.ts';
import { createSession, endSession, hashToken } from '#storage/sessions.ts';
import {
  changeUser,
  endAccess,
  findUser,
  listUsers,
  noticeTo,
  ofLink,
  type Account,
} from '#storage/users.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { perform, record } from '../server/perform.ts';
import { TaskError, type TaskContext } from '../server/task.ts';
import { signInFirst, staffOf } from './guard.server.ts';
import { changeAccount, makeLink } from './manage.server.ts';
import { checkPassword } from './password-strength.server.ts';

/** Replaces the browser's session. Invalid if the account's access has ended since it was read. */
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
  await endSession(store, cookie.read(req) ?? '');
  cookie.write(response, await createSession(store, account));
  return account;
}

/** Sets the password of the account that matches `filter`, unless it has changed since. */
async function setPassword(
  task: TaskContext,
  action: 'account.password' | 'link.use',
  owner: Account,
  filter: object,
  password: string,
): Promise<Account> {
  return perform(task, action, { ids: [owner.username] }, async () => {
    const store = await task.database();
    // Before the link is used up: if MongoDB fails in between, the owner can try again.
    if (action === 'link.use') await endAccess(store, owner.id);
    const secret = { password: await hashPassword(password), passwordChangedAt: new Date() };
    const notice = noticeTo(owner, 'Your password was changed');
    const account = await changeUser(store, filter, { ...secret, link: null }, notice);
    if (account) return account;
    throw new TaskError('conflict', 'The account has been changed elsewhere. Try again.');
  });
}

export function signInHandlers(context: Context) {
  const { cookie, limits, logger } = context;

  async function emailLinks(task: TaskContext, typed: string): Promise<void> {
    if (!task.letters.mailServer) return;
    const either = [{ username: typed }, { email: typed }];
    const filter = { $or: either, email: { $gt: '' }, disabled: false };
    for (const { id, username } of await listUsers(await task.database(), filter)) {
      if (!(await limits.mayEmailLink(id))) continue;
      await perform(task, 'link.request', { ids: [username] }, () => makeLink(task, username));
    }
  }

  async function ownerOf({ database }: TaskContext, token: string): Promise<Account> {
    const owner = await findUser(await database(), ofLink(hashToken(token)));
    if (owner) return owner;
    const says =
      'This link has been used or is no longer valid. Ask an information officer for a new one.';
    throw new TaskError('not-found', says);
  }

  return {
    'session.read': (_task, _input, response) => Promise.resolve(response.locals.account ?? null),

    async 'session.sign-in'(task, credentials, response) {
      const account = await limits.authenticate(task, response.req, credentials);
      if (account) return startSession(context, response, account, 'password');
      // People sometimes type a password here, so only the username of an account is recorded.
      const typed = await findUser(await task.database(), { username: credentials.username });
      const ids = typed ? [typed.username] : [];
      await record(task, 'session.fail-sign-in', { ids });
      throw signInFirst('Incorrect username or password.');
    },

    async 'session.sign-out'(task, _input, response) {
      const { account } = response.locals;
      if (!account) return;
      await record(task, 'session.sign-out', { ids: [account.username] });
      await endSession(await task.database(), cookie.read(response.req) ?? '');
      cookie.clear(response);
    },

    async 'session.sign-out-everywhere'(task, _input, response) {
      const { id, username } = staffOf(response);
      await perform(task, 'session.sign-out-everywhere', { ids: [username] }, async () =>
        endAccess(await task.database(), id),
      );
      cookie.clear(response);
    },

    async 'link.request'(task, { username }) {
      await task.database();
      // Not awaited, so that the response time does not reveal whether the account exists.
      emailLinks(task, username.trim().toLowerCase()).catch((error: unknown) => {
        logger.error({ reason: failureCode(error) }, 'account email not sent');
      });
    },

    'link.read': (task, { token }) => ownerOf(task, token),

    async 'link.use'(task, { token, password }, response) {
      const owner = await ownerOf(task, token);
      await checkPassword(task, password, owner);
      const asOwner = { ...task, actor: owner.username, role: owner.role };
      const link = ofLink(hashToken(token));
      const account = await setPassword(asOwner, 'link.use', owner, link, password);
      return startSession(context, response, account, 'link');
    },

    'account.details': (task, details, response) =>
      changeAccount(task, 'account.details', staffOf(response), details),

    async 'account.password'(task, { current, password }, response) {
      const { username } = staffOf(response);
      const typed = { username, password: current };
      const owner = await limits.authenticate(task, response.req, typed);
      if (!owner) throw new Problem(403, 'The current password is incorrect.');
      await checkPassword(task, password, owner);
      const { id: _id, passwordChangedAt } = owner;
      const unchanged = { _id, passwordChangedAt };
      const account = await setPassword(task, 'account.password', owner, unchanged, password);
      return startSession(context, response, account, 'password');
    },
  } satisfies Partial<Handlers>;
}
