import { createToken, hashToken } from '../../../storage/sessions.ts';
import {
  findLinkedUser,
  findReachable,
  setPasswordByLink,
  storeLink,
  type Account,
} from '../../../storage/users.ts';
import { officePath } from '../../action.ts';
import { run } from '../../server/run-action.ts';
import {
  TaskError,
  type Actor,
  type DatabaseContext,
  type TaskContext,
} from '../../server/task.ts';
import { endAccess, mustUsePasskey, recoverAccess } from './access.server.ts';
import { emailOwner, linkLetter, notifyOwner } from './account-mail.server.ts';
import type { AccountContext } from './manage-accounts.server.ts';
import { checkPassword } from './password-strength.server.ts';

const linkHours = { 'account.add': 24, 'account.link': 1, 'link.request': 1 };

/**
 * Creates a one-time link that sets the password of an account, and voids any earlier link. Emails
 * the new link to the owner if possible; `url` is then null, so that nobody else sees the link.
 *
 * @throws TaskError if there is no such account, or it is disabled.
 */
export async function makeLink(
  context: AccountContext,
  username: string,
  by: keyof typeof linkHours = 'account.link',
): Promise<{ url: string | null; expiresAt: Date }> {
  const database = await context.database();
  const token = createToken();
  const expiresAt = new Date(Date.now() + linkHours[by] * 3_600_000);
  const isNew = by === 'account.add';
  const action = isNew ? 'account.link' : by;
  const account = await run(context, action, { ids: [username] }, async () => {
    const found = await storeLink(database, username, { tokenHash: hashToken(token), expiresAt });
    if (!found) {
      throw new TaskError('not-found', `There is no account ${username} that can sign in.`);
    }
    return found;
  });
  // Browsers do not send the part after the #, so it never appears in a log.
  const path = `/welcome#${token}`;
  const isEmailed = await emailOwner(
    context,
    account,
    linkLetter(account, { isNew, path, expiresAt }),
  );
  return { url: isEmailed ? null : `${context.letters.officeUrl}${officePath}${path}`, expiresAt };
}

/**
 * Emails a link to each account with the given username or email address, if there is a mail
 * server. Accounts that must sign in with a passkey get none.
 *
 * @param may resolves to whether the account with the given id can be sent another link.
 */
export async function emailLinks(
  context: AccountContext & Pick<TaskContext, 'requirePasskey'>,
  typed: string,
  may: (id: string) => Promise<boolean>,
): Promise<void> {
  if (!context.letters.mailServer) return;
  const store = await context.database();
  for (const account of await findReachable(store, typed)) {
    // With a link, access to the owner's mailbox would be enough to sign in.
    if (await mustUsePasskey(store, context.requirePasskey, account)) continue;
    if (await may(account.id)) await makeLink(context, account.username, 'link.request');
  }
}

/**
 * Finds the account of a link by the token in the link.
 *
 * @throws TaskError if the link is no longer valid.
 */
export async function readLink(
  { database }: Pick<DatabaseContext, 'database'>,
  token: string,
): Promise<Account> {
  const account = await findLinkedUser(await database(), hashToken(token));
  if (!account) throw voidLink();
  return account;
}

/**
 * Sets the password of a link's account. The audit trail names the account itself as the actor.
 * Ends all its sessions, and removes its passkeys and tokens except those in `keep`.
 *
 * @throws TaskError if the link is no longer valid, or the password is too weak.
 */
export async function useLink(
  given: Omit<AccountContext, keyof Actor>,
  { token, password, keep }: { token: string; password: string; keep?: readonly string[] },
): Promise<Account> {
  const owner = await readLink(given, token);
  const { username, role } = owner;
  await checkPassword(given, password, owner);
  const { database } = given;
  const context = { ...given, actor: username, role };
  return run(context, 'link.use', { ids: [username] }, async () => {
    const tokenHash = hashToken(token);
    // Ends access before the link is used up: if MongoDB fails in between, the owner can try again.
    await endAccess(await database(), owner.id, keep);
    const account = await setPasswordByLink(await database(), { tokenHash, password });
    if (!account) throw voidLink();
    await recoverAccess(await database(), account.id, keep);
    notifyOwner(context, account, 'Your password was changed');
    return account;
  });
}

function voidLink(): TaskError {
  return new TaskError(
    'not-found',
    'This link has been used or is no longer valid. Ask an information officer for a new one.',
  );
}
