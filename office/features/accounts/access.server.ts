import type { Database } from '../../../storage/connection.ts';
import { deletePasskey, listPasskeys } from '../../../storage/passkeys.ts';
import { endSessions, listSessions } from '../../../storage/sessions.ts';
import { listTokens, revokeTokens } from '../../../storage/tokens.ts';
import { TaskError } from '../../server/task.ts';
import type { AccessKind } from './actions.ts';

/** The passkeys, tokens and open sessions of an account. */
export async function listAccess(database: Database, userId: string) {
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
    ...tokens.map((token) => item('token', token.publicId, token.name, token)),
    ...sessions.map(({ publicId, browser, createdAt, lastSeenAt: lastUsedAt }) =>
      item('session', publicId, browser, { createdAt, lastUsedAt }),
    ),
  ];
}

interface Times {
  createdAt: Date;
  lastUsedAt?: Date;
}

/** @throws TaskError if the account has none with this id. */
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

/** Signs an account out everywhere, and removes its passkeys and tokens except the given ones. */
export async function recoverAccess(
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
}
