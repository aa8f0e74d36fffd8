import { findAccount, findUser } from '../../../storage/users.ts';
import {
  createAccessToken,
  listTokens,
  revokeTokens,
  type AccessToken,
} from '../../../storage/tokens.ts';
import type { RequestOf } from '../../office-api.ts';
import { may } from '../../rights.ts';
import { run } from '../../server/run-action.ts';
import { TaskError, usernameOf, type DatabaseContext } from '../../server/task.ts';
import { undoUnlessSignedIn } from './access.server.ts';
import { notifyOwner } from './account-mail.server.ts';
import type { AccountContext } from './manage-accounts.server.ts';

/** Creates a token for the actor's own account. The token cannot be shown again. */
export async function addToken(
  context: AccountContext,
  wanted: RequestOf<'token.add'>,
): Promise<{ token: string; expiresAt: Date }> {
  const userId = await ownId(context);
  const subject = { ids: [usernameOf(context.actor)], conditions: [wanted.scope] };
  const made = await run(context, 'token.add', subject, async () => {
    const store = await context.database();
    const { publicId, ...token } = await createAccessToken(store, { ...wanted, userId });
    await undoUnlessSignedIn(context, () => revokeTokens(store, { userId, publicId }));
    return token;
  });
  const owner = await findAccount(await context.database(), userId);
  if (owner) notifyOwner(context, owner, `The access token ‘${wanted.name}’ was created`);
  return made;
}

/** The actor's tokens, or everyone's if the actor manages accounts. */
export async function listVisibleTokens(context: DatabaseContext): Promise<AccessToken[]> {
  const { role } = context;
  const isManager = role !== undefined && may(role, 'account.manage');
  return listTokens(await context.database(), isManager ? undefined : await ownId(context));
}

/**
 * Revokes a token immediately. Users who can manage accounts can revoke anyone's tokens.
 *
 * @throws TaskError if there is no such token.
 */
export async function revokeToken(context: DatabaseContext, publicId: string): Promise<void> {
  const database = await context.database();
  const tokens = await listVisibleTokens(context);
  const token = tokens.find((one) => one.publicId === publicId);
  const owner = token && (await findUser(database, token.userId));
  if (!token || !owner) throw new TaskError('not-found', 'There is no such token.');
  const ids = [owner.username];
  const isOwn = owner.username === usernameOf(context.actor);
  const action = isOwn ? 'token.revoke' : 'access.revoke';
  await run(context, action, { ids, conditions: isOwn ? [] : ['token'] }, () =>
    revokeTokens(database, { userId: owner._id, publicId }),
  );
}

async function ownId({ database, actor }: DatabaseContext): Promise<string> {
  const { users } = await database();
  const user = await users
    .findOne({ username: usernameOf(actor) })
    .select({ _id: 1 })
    .lean();
  if (!user) throw new TaskError('not-found', 'Only an account can have tokens.');
  return user._id;
}
