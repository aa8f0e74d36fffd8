import type { Role } from '../../../contract/roles.ts';
import { endSessions } from '../../../storage/sessions.ts';
import {
  storePassword,
  changeRights,
  createUser,
  listUsers,
  storeDetails,
  UsernameTakenError,
  type Account,
  type UserDetails,
  type UserRights,
  type UserSummary,
} from '../../../storage/users.ts';
import { may } from '../../rights.ts';
import { run } from '../../server/run-action.ts';
import { TaskError, type DatabaseContext, type TaskContext } from '../../server/task.ts';
import { recoverAccess } from './access.server.ts';
import { notifyOwner } from './account-mail.server.ts';
import { checkPassword } from './password-strength.server.ts';

export const usernameRule =
  'A username has 3 to 64 letters a to z, digits, dots, hyphens, underscores or @ signs, and begins with a letter or a digit.';

const wellFormed = /^[a-z\d][a-z\d._@-]{2,63}$/;

/** The username in its stored form; undefined if it is invalid. */
export function readUsername(text: string): string | undefined {
  const username = text.trim().toLowerCase();
  return wellFormed.test(username) ? username : undefined;
}

/**
 * Adds an account, which can sign in immediately, or with a link if it has no password. Resolves to
 * the account as stored.
 *
 * @throws TaskError if the username is taken or invalid, or the password is too weak.
 */
export async function addAccount(
  context: AccountContext,
  account: UserDetails & { username: string; password?: string; role: Role },
): Promise<Account> {
  const username = readUsername(account.username);
  if (username === undefined) throw new TaskError('invalid', usernameRule);
  if (account.password !== undefined) await checkPassword(context, account.password, username);
  const database = await context.database();
  const subject = { ids: [username], conditions: [account.role] };
  return run(context, 'account.add', subject, () =>
    createUser(database, { ...account, username }).catch((error: unknown) => {
      if (!(error instanceof UsernameTakenError)) throw error;
      throw new TaskError('conflict', error.message);
    }),
  );
}

/** The context needed to change an account and to notify its owner. */
export type AccountContext = DatabaseContext & Pick<TaskContext, 'letters'>;

/**
 * Sets a new password; the old one stops working immediately.
 *
 * @throws TaskError if there is no such user, or the password is too weak.
 */
export async function changePassword(
  context: AccountContext,
  { username, password }: { username: string; password: string },
): Promise<Account> {
  await checkPassword(context, password, username);
  const database = await context.database();
  return run(context, 'account.password', { ids: [username] }, async () => {
    const account = await storePassword(database, { username, password });
    if (!account) throw noSuchUser(username);
    await endSessions(database, { userId: account.id });
    notifyOwner(context, account, 'Your password was changed');
    return account;
  });
}

/**
 * Disables or enables an account or changes its role, immediately. A disabled account is kept for
 * the audit trail.
 *
 * @param seen its rights as they were shown to the actor.
 * @throws TaskError if there is no such user, its rights have changed since, or nobody else could
 * manage accounts.
 */
export async function changePermissions(
  context: DatabaseContext,
  username: string,
  permissions: UserRights,
  seen: UserRights = {},
): Promise<void> {
  const { disabled, role } = permissions;
  const database = await context.database();
  const ofAccess = disabled ? 'account.disable' : 'account.enable';
  const action = disabled === undefined ? 'account.role' : ofAccess;
  const subject = { ids: [username], conditions: role ? [role] : [] };
  await run(context, action, subject, async () => {
    const before = (await listUsers(database)).find((user) => user.username === username);
    if (!before) throw noSuchUser(username);
    if (!(await changeRights(database, username, permissions, seen))) {
      const message = `${username} has been changed elsewhere. Nothing was changed.`;
      throw new TaskError('conflict', message);
    }
    // Checked afterwards, because two officers may disable each other.
    if (canManage(before) && !(await listUsers(database)).some(canManage)) {
      await changeRights(database, username, { disabled: false, role: before.role });
      throw new TaskError(
        'conflict',
        `${username} is the last information officer. Appoint another one first.`,
      );
    }
    // Otherwise they would become valid again if the account is enabled.
    if (disabled) await removeAccess(context, username);
  });
}

function canManage({ role, disabled }: UserSummary): boolean {
  return !disabled && may(role, 'account.manage');
}

/**
 * Changes the name or the email address of an account, and notifies the owner at the old address.
 *
 * @throws TaskError if there is no such user.
 */
export async function changeDetails(
  context: AccountContext,
  username: string,
  details: UserDetails,
): Promise<void> {
  const { email } = details;
  const database = await context.database();
  await run(context, 'account.details', { ids: [username] }, async () => {
    const before = await storeDetails(database, username, details);
    if (!before) throw noSuchUser(username);
    if (email !== undefined && email !== before.email) {
      notifyOwner(context, before, 'Your email address was changed');
    }
  });
}

/** Ends all sessions of an account, and removes its passkeys and tokens. */
export async function removeAccess(
  { database }: Pick<DatabaseContext, 'database'>,
  username: string,
): Promise<void> {
  const stores = await database();
  const user = await stores.users.findOne({ username }).select({ _id: 1 }).lean().exec();
  if (user) await recoverAccess(stores, user._id);
}

/** @throws TaskError if there is no such user. */
export async function requireAccount(context: DatabaseContext, username: string): Promise<void> {
  const { users } = await context.database();
  if (!(await users.exists({ username }))) throw noSuchUser(username);
}

function noSuchUser(username: string): TaskError {
  return new TaskError('not-found', `There is no user ${username}.`);
}
