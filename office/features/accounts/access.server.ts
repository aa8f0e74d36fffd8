import type { Database } from '../../../storage/connection.ts';
import { deletePasskey, hasPasskey, listPasskeys } from '../../../storage/passkeys.ts';
import { endSessions, isSessionOpen, listSessions } from '../../../storage/sessions.ts';
import { listTokens, revokeTokens } from '../../../storage/tokens.ts';
import type { Account } from '../../../storage/users.ts';
import { requiresPasskey, type PasskeyRule } from '../../rights.ts';
import { TaskError, type DatabaseContext } from '../../server/task.ts';
import type { AccessKind } from './actions.ts';

/** Whether an account must have a passkey and has none. */
export async function lacksPasskey(
  database: Database,
  rule: PasskeyRule,
  { id, role }: Pick<Account, 'id' | 'role'>,
): Promise<boolean> {
  return requiresPasskey(rule, role) && !(await hasPasskey(database, id));
}

/** Whether an account must sign in with its passkey. */
export async function mustUsePasskey(
  database: Database,
  rule: PasskeyRule,
  { id, role }: Pick<Account, 'id' | 'role'>,
): Promise<boolean> {
  return requiresPasskey(rule, role) && (await hasPasskey(database, id));
}

/**
 * If the actor's session has ended, undoes what the actor has just stored. `recoverAccess` ends
 * sessions, and then removes passkeys and tokens, but it cannot see those that are stored later.
 *
 * @throws TaskError if the session has ended.
 */
export async function undoUnlessSignedIn(
  { database, sessionId, accountId = '' }: DatabaseContext,
  undo: (database: Database) => Promise<unknown>,
): Promise<void> {
  if (sessionId === undefined) return;
  const store = await database();
  if (await isSessionOpen(store, { userId: accountId, publicId: sessionId })) return;
  await undo(store);
  throw new TaskError('conflict', 'Your session has ended. Nothing was changed.');
}

/** The passkeys, tokens and open sessions of an account; `sessionId` marks the current session. */
export async function listAccess(database: Database, userId: string, sessionId?: string) {
  const [passkeys, tokens, sessions] = await Promise.all([
    listPasskeys(database, userId),
    listTokens(database, userId),
    listSessions(database, userId),
  ]);
  const item = (kind: AccessKind, id: string, name: string, times: Times) => {
    const { createdAt, lastUsedAt = null } = times;
    return { kind, id, name, createdAt, lastUsedAt };
  };
  return [
    ...passkeys.map((passkey) => item('passkey', passkey._id, passkey.name, passkey)),
    ...tokens.map(({ publicId, name, scope, expiresAt, ...times }) => {
      return { ...item('token', publicId, name, times), scope, expiresAt };
    }),
    ...sessions.map(({ publicId, browser, createdAt, lastSeenAt: lastUsedAt }) => ({
      ...item('session', publicId, browser, { createdAt, lastUsedAt }),
      current: publicId === sessionId,
    })),
  ];
}

interface Times {
  createdAt: Date;
  lastUsedAt?: Date;
}

/** Removes a passkey, token or session. @throws TaskError if the account has none with this id. */
export async function revokeAccess(
  database: Database,
  userId: string,
  { kind, access: id }: { kind: AccessKind; access: string },
): Promise<void> {
  const revoke = {
    passkey: () => deletePasskey(database, { userId, _id: id }),
    token: async () => (await revokeTokens(database, { userId, publicId: id })) > 0,
    session: async () => (await endSessions(database, { userId, publicId: id })) > 0,
  };
  if (!(await revoke[kind]())) throw new TaskError('not-found', 'It has already been removed.');
}

/**
 * Signs an account out everywhere, and removes its one-time link, and its passkeys and tokens except
 * the given ones. All browsers then count as new: the next sign-in from each notifies the owner.
 */
export async function recoverAccess(
  database: Database,
  userId: string,
  keep: readonly string[] = [],
): Promise<void> {
  const change = { $set: { recoveredAt: new Date() }, $unset: { link: 1 } };
  await database.users.updateOne({ _id: userId }, change);
  await endAccess(database, userId, keep);
}

/** Ends all sessions, and removes all passkeys and tokens except the given ones. */
export async function endAccess(
  database: Database,
  userId: string,
  keep: readonly string[] = [],
): Promise<void> {
  // Ends sessions first, because they could add new passkeys and tokens.
  await endSessions(database, { userId });
  for (const { kind, id } of await listAccess(database, userId)) {
    if (keep.includes(id)) continue;
    if (kind === 'passkey') await deletePasskey(database, { userId, _id: id });
    if (kind === 'token') await revokeTokens(database, { userId, publicId: id });
  }
  // Someone may have just signed in with one of the removed passkeys.
  await endSessions(database, { userId });
}
