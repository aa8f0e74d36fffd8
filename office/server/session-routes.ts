import type { Request, Response } from 'express';

import { Problem } from '../../platform/http/problem.ts';
import { sourceOf } from '../../platform/http/request-source.ts';
import { endSession, findSession, listSessions } from '../../storage/sessions.ts';
import { checkCredentials, type Account } from '../../storage/users.ts';
import {
  accountBodies,
  accountPaths,
  type OpenSessionView,
  type SessionView,
} from '../account-api.ts';
import { changePassword, readLink, useLink } from '../tasks/manage-accounts.ts';
import { recordFailedSignIn, signIn, signOut, signOutEverywhere } from '../tasks/sign-in.ts';
import type { Context } from './context.ts';
import { describeBrowser } from './describe-browser.ts';
import { staffOf } from './require-staff.ts';
import { readBody, type Route } from './route.ts';
import { refuseForeign } from './same-origin.ts';

type Way = Parameters<typeof signIn>[2]['way'];

/** Begins a session in the place of the one that the browser had, and answers with who it is of. */
export async function startSession(
  context: Pick<Context, 'database' | 'cookie' | 'passkeys'>,
  { request, response }: { request: Request; response: Response },
  account: Account,
  way: Way,
): Promise<void> {
  const { database, cookie } = context;
  const before = cookie.read(request);
  const browser = describeBrowser(request.headers['user-agent']);
  const session = await database.doTask(account.username, async (task) => {
    const token = await signIn(task, account, { browser, way });
    const store = await task.database();
    if (before !== undefined) await endSession(store, before);
    cookie.write(response, token);
    return findSession(store, token);
  });
  if (!session) throw new Problem(401, 'Please sign in.');
  response.json({ ...describeSession(context, account), endsAt: session.endsAt.toISOString() });
}

function describeSession({ passkeys }: Pick<Context, 'passkeys'>, { username, role }: Account) {
  return { username, role, passkeys: passkeys.isUsable };
}

/** Signing in and out, and one's own password. */
export function sessionRoutes(context: Context): Route[] {
  const { authenticate, cookie, database } = context;

  function showSession(_request: Request, response: Response): void {
    const { session } = response.locals;
    const account = staffOf(response);
    const endsAt = (session?.endsAt ?? new Date()).toISOString();
    response.json({ ...describeSession(context, account), endsAt } satisfies SessionView);
  }

  async function signInByPassword(request: Request, response: Response): Promise<void> {
    refuseForeign(request, 'own');
    const credentials = readBody(request, accountBodies.signIn);
    const account = await authenticate.byPassword(credentials, sourceOf(request.ip));
    if (!account) {
      const username = credentials.username.trim().toLowerCase();
      await database.use((store) =>
        recordFailedSignIn({ database: () => Promise.resolve(store) }, username),
      );
      throw new Problem(401, 'The username or the password is wrong.', {
        headers: { 'WWW-Authenticate': 'Session' },
      });
    }
    await startSession(context, { request, response }, account, 'password');
  }

  async function endOwnSession(request: Request, response: Response): Promise<void> {
    refuseForeign(request, 'own');
    const token = cookie.read(request);
    if (token !== undefined) {
      await database.use(async (store) => {
        const session = await findSession(store, token);
        if (!session) return;
        const { username: actor } = session.account;
        await signOut({ database: () => Promise.resolve(store), actor }, token);
      });
    }
    cookie.clear(response);
    response.status(204).end();
  }

  async function showSessions(_request: Request, response: Response): Promise<void> {
    const { id } = staffOf(response);
    const sessions = await database.use((store) => listSessions(store, id));
    const views = sessions.map((session): OpenSessionView => ({
      id: session.publicId,
      browser: session.browser,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      current: session.publicId === response.locals.session?.id,
    }));
    response.json({ sessions: views });
  }

  async function endAllSessions(_request: Request, response: Response): Promise<void> {
    const account = staffOf(response);
    await database.doTask(account.username, (task) => signOutEverywhere(task, account));
    cookie.clear(response);
    response.status(204).end();
  }

  async function changeOwnPassword(request: Request, response: Response): Promise<void> {
    const { username } = staffOf(response);
    const { current, password } = readBody(request, accountBodies.password);
    const source = sourceOf(request.ip);
    if (!(await authenticate.byPassword({ username, password: current }, source))) {
      throw new Problem(403, 'Your present password is not the one that you gave.');
    }
    await database.doTask(username, (task) => changePassword(task, { username, password }));
    const account = await database.use((store) => checkCredentials(store, { username, password }));
    if (!account) throw new Problem(401, 'Please sign in with your new password.');
    await startSession(context, { request, response }, account, 'password');
  }

  async function showLink(request: Request, response: Response): Promise<void> {
    refuseForeign(request, 'own');
    const { token } = readBody(request, accountBodies.link);
    const { username } = await database.doTask('nobody', (task) => readLink(task, token));
    response.json({ username });
  }

  async function setPasswordByLink(request: Request, response: Response): Promise<void> {
    refuseForeign(request, 'own');
    const body = readBody(request, accountBodies.linkPassword);
    const account = await database.doTask('nobody', (task) => useLink(task, body));
    await startSession(context, { request, response }, account, 'link');
  }

  const { session, sessions, password, link, linkPassword } = accountPaths;
  return [
    { method: 'get', path: session, role: 'ops', handle: showSession, withoutMongodb: true },
    { method: 'post', path: session, role: 'anybody', handle: signInByPassword },
    { method: 'delete', path: session, role: 'anybody', handle: endOwnSession },
    { method: 'get', path: sessions, role: 'ops', handle: showSessions },
    { method: 'delete', path: sessions, role: 'ops', handle: endAllSessions },
    { method: 'put', path: password, role: 'ops', handle: changeOwnPassword },
    { method: 'post', path: link, role: 'anybody', handle: showLink },
    { method: 'put', path: linkPassword, role: 'anybody', handle: setPasswordByLink },
  ];
}
