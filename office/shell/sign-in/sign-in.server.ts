import { createSession, endSession, endSessions } from '../../../storage/sessions.ts';
import type { Account } from '../../../storage/users.ts';
import { record } from '../../server/run-action.ts';
import type { DatabaseContext } from '../../server/task.ts';

/** Starts a session for an authenticated user. Resolves to its token. */
export async function signIn(
  { database }: Pick<DatabaseContext, 'database'>,
  account: Account,
  { browser, way }: { browser: string; way: 'password' | 'passkey' | 'link' },
): Promise<string> {
  const { username } = account;
  const subject = { ids: [username], conditions: [way] };
  const context = { database, actor: username, role: account.role };
  await record(context, 'session.sign-in', subject);
  return createSession(await database(), account, browser);
}

/**
 * Records a failed sign-in. A typed username may be a password, so it is recorded only if the
 * account exists; the time taken is the same for both.
 */
export async function recordFailedSignIn(
  context: DatabaseContext,
  username: string,
): Promise<void> {
  const { users } = await context.database();
  const user = await users.findOne({ username }).select({ username: 1 }).lean().exec();
  const ids = user ? [user.username] : [];
  await record(context, 'session.fail-sign-in', { ids, count: 1 });
}

/** Ends the session of a token. */
export async function signOut(context: DatabaseContext, token: string): Promise<void> {
  await record(context, 'session.sign-out', { ids: [context.actor] });
  await endSession(await context.database(), token);
}

/** Ends every session of the actor's account. */
export async function signOutEverywhere(context: DatabaseContext, account: Account): Promise<void> {
  await record(context, 'session.sign-out-everywhere', { ids: [account.username] });
  await endSessions(await context.database(), account.id);
}
