import type { Response } from 'express';

import { Problem } from '../../../platform/http/problem.ts';
import { createSession, endSession, findSession } from '../../../storage/sessions.ts';
import { findPasskey } from '../../../storage/passkeys.ts';
import { findUser, type Account } from '../../../storage/users.ts';
import type { SessionView } from '../../features/accounts/actions.ts';
import {
  lacksPasskey,
  listAccess,
  mustUsePasskey,
  recoverAccess,
} from '../../features/accounts/access.server.ts';
import { notifyOwner } from '../../features/accounts/account-mail.server.ts';
import { readLink, useLink } from '../../features/accounts/links.server.ts';
import { changeDetails, changePassword } from '../../features/accounts/manage-accounts.server.ts';
import { requiresPasskey } from '../../rights.ts';
import type { Context } from '../../server/context.ts';
import { record, recordRefusal, requireRight } from '../../server/run-action.ts';
import type { TaskContext } from '../../server/task.ts';
import { describeBrowser } from './describe-browser.server.ts';
import { staffOf } from './require-staff.server.ts';
import { routesFor, type Route } from '../../server/route.ts';

/**
 * Starts a session, which replaces the browser's previous one. Notifies the account's owner if the
 * device is new, except at the first sign-in and after a sign-in link. Resolves to a description of
 * the session.
 *
 * @param passkey the id of the passkey that was used.
 * @throws Problem 401 if the account was disabled or recovered, or the passkey was deleted, during
 *   the sign-in.
 */
export async function startSession(
  context: Pick<Context, 'cookie' | 'devices' | 'passkeys' | 'taskAs'>,
  response: Response,
  account: Account,
  way: 'password' | 'passkey' | 'link',
  passkey?: string,
): Promise<SessionView> {
  const { cookie, devices, taskAs } = context;
  const { req } = response;
  const before = cookie.read(req);
  const task = taskAs(account, req);
  await record(task, 'session.sign-in', { ids: [account.username], conditions: [way] });
  const store = await task.database();
  const { lastSignInAt, recoveredAt } = (await findUser(store, account.id)) ?? {};
  const isNew =
    way !== 'link' && (await devices.find(req, account.username, recoveredAt)) === undefined;
  const browser = describeBrowser(req.headers['user-agent']);
  const token = await createSession(store, account, browser);
  const session = await findSession(store, token);
  if (!session || (passkey !== undefined && !(await findPasskey(store, passkey)))) {
    await endSession(store, token);
    throw new Problem(401, 'Please sign in.');
  }
  if (before !== undefined) await endSession(store, before);
  cookie.write(response, token);
  await devices.write(response, account.username);
  if (isNew && lastSignInAt) notifyOwner(task, account, `A new device signed in (${browser})`);
  const lacks = await lacksPasskey(store, task.requirePasskey, account);
  return describeSession(context, account, session.endsAt, lacks);
}

function describeSession(
  { passkeys: { isUsable: passkeys } }: Pick<Context, 'passkeys'>,
  { username, name, email, assignmentEmails, role }: Account,
  endsAt: Date,
  lacksPasskey = false,
): SessionView {
  return {
    ...{ username, name, email, assignmentEmails, role },
    ...{ endsAt: endsAt.toISOString(), passkeys, lacksPasskey },
  };
}

/**
 * Records a failed sign-in. People sometimes type a password in place of the username, so `typed`
 * is recorded only if it is the username of an account. The response takes the same time in either
 * case, so that it does not reveal which usernames exist.
 */
export async function recordFailedSignIn(task: TaskContext, typed: string): Promise<void> {
  const { users } = await task.database();
  const username = typed.trim().toLowerCase();
  const user = await users.findOne({ username }).select({ username: 1 }).lean().exec();
  await recordRefusal(task, 'session.fail-sign-in', { ids: user ? [username] : [] });
}

/** The routes for sign-in, sign-out, sign-in links, and the user's own details and password. */
export function sessionRoutes(context: Context): Route[] {
  const { authenticate, cookie, limits, taskAs } = context;
  return routesFor({
    'session.read'(_task, _input, response) {
      const { session, lacksPasskey: lacks } = response.locals;
      const endsAt = session?.endsAt ?? new Date();
      return Promise.resolve(describeSession(context, staffOf(response), endsAt, lacks));
    },
    async 'session.sign-in'(task, credentials, response) {
      const account = await authenticate(credentials, response.req);
      if (!account) {
        await recordFailedSignIn(task, credentials.username);
        throw new Problem(401, 'Incorrect username or password.', {
          headers: { 'WWW-Authenticate': 'Session' },
        });
      }
      if (await mustUsePasskey(await task.database(), task.requirePasskey, account)) {
        await recordFailedSignIn(task, account.username);
        throw new Problem(
          403,
          'This account can only sign in with its passkey. If you have lost it, ask an information officer for a link.',
        );
      }
      return startSession(context, response, account, 'password');
    },
    async 'session.sign-out'({ database }, _input, response) {
      const token = cookie.read(response.req);
      if (token !== undefined) {
        const session = await findSession(await database(), token);
        if (session) {
          const { username } = session.account;
          await record(taskAs(session.account, response.req), 'session.sign-out', {
            ids: [username],
          });
          await endSession(await database(), token);
        }
      }
      cookie.clear(response);
    },
    async 'session.sign-out-everywhere'(task, { keep }, response) {
      const { id, username } = staffOf(response);
      await record(task, 'session.sign-out-everywhere', { ids: [username] });
      await recoverAccess(await task.database(), id, keep);
      cookie.clear(response);
    },
    async 'account.details'(task, details, response) {
      const before = staffOf(response);
      await changeDetails(task, before.username, details);
      const { name: current, username } = before;
      const name = details.name === undefined ? current : details.name || username;
      const endsAt = response.locals.session?.endsAt ?? new Date();
      return describeSession(context, { ...before, ...details, name }, endsAt);
    },
    async 'account.password'(task, { current, password }, response) {
      const { username, role } = staffOf(response);
      // Changing the password starts a new session. If the account requires a passkey, the current
      // password alone must not be enough to start one.
      const recent = requiresPasskey(task.requirePasskey, role);
      requireRight(task, { right: 'own.account', recent });
      const seen = await authenticate({ username, password: current }, response.req);
      if (!seen) throw new Problem(403, 'The current password is incorrect.');
      const account = await changePassword(task, { username, password }, seen);
      return startSession(context, response, account, 'password');
    },
    async 'link.read'(task, { token }, { req }) {
      const { id, username } = await limits.other(req, () => readLink(task, token));
      return { username, access: await listAccess(await task.database(), id) };
    },
    async 'link.use'(task, body, response) {
      const account = await limits.other(response.req, () => useLink(task, body));
      return startSession(context, response, account, 'link');
    },
  });
}
