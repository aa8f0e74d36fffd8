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
import { recoverAccess, undoUnlessSignedIn } from './access.server.ts';
import { addressChange, notifyOwner } from './account-mail.server.ts';
import { checkPassword } from './password-strength.server.ts';

const usernameRule =
  'A username must have 3 to 64 characters (letters a to z, digits, dots, hyphens, underscores or @ signs) and begin with a letter or digit.';

const wellFormed = /^[a-z\d][a-z\d._@-]{2,63}$/;

/** The username in its stored form; undefined if it is invalid. */
function readUsername(text: string): string | undefined {
  const username = text.trim().toLowerCase();
  return wellFormed.test(username) ? username : undefined;
}

/**
 * Adds an account. With a password, it can sign in immediately; without one, it needs a link.
 * Resolves to the account as stored.
 *
 * @throws TaskError if the username is taken or invalid, or the password is too weak.
 */
export async function addAccount(
  context: AccountContext,
  account: UserDetails & { username: string; password?: string; role: Role },
): Promise<Account> {
  const username = readUsername(account.username);
  if (username === undefined) throw new TaskError('invalid', usernameRule);
  const { password } = account;
  if (password !== undefined) await checkPassword(context, password, { ...account, username });
  const database = await context.database();
  const subject = { ids: [username], conditions: [account.role] };
  return run(context, 'account.add', subject, () =>
    createUser(database, { ...account, username }).catch((error: unknown) => {
      if (!(error instanceof UsernameTakenError)) throw error;
      throw new TaskError('conflict', error.message);
    }),
  );
}

export type AccountContext = DatabaseContext & Pick<TaskContext, 'letters'>;

/**
 * Sets a new password, ends all sessions of the account and notifies its owner.
 *
 * @param seen the account as it was when its old password was checked.
 * @throws TaskError if there is no such user, the password has changed since, or the new one is too
 * weak.
 */
export async function changePassword(
  context: AccountContext,
  { username, password }: { username: string; password: string },
  seen?: Account,
): Promise<Account> {
  await checkPassword(context, password, await requireAccount(context, username));
  const database = await context.database();
  return run(context, 'account.password', { ids: [username] }, async () => {
    const old = seen ? { passwordChangedAt: seen.passwordChangedAt } : {};
    const account = await storePassword(database, { username, password, ...old });
    if (!account) throw seen ? changedElsewhere(username) : noSuchUser(username);
    await endSessions(database, { userId: account.id });
    notifyOwner(context, account, 'Your password was changed');
    return account;
  });
}

/**
 * Disables or enables an account, or changes its role. Changes apply immediately. A disabled
 * account is kept for the audit trail.
 *
 * @param seen the account's rights as they were shown to the actor.
 * @throws TaskError if there is no such user, its rights have changed since, or nobody could manage
 * accounts any more.
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
    const before = await requireAccount(context, username);
    // MongoDB may have failed when the account was disabled, before its access was removed.
    if (before.disabled && disabled === false) await removeAccess(context, username);
    if (!(await changeRights(database, username, permissions, seen))) {
      throw changedElsewhere(username);
    }
    // Checked after the change, because two officers could disable each other at the same time.
    if (canManage(before) && !(await listUsers(database)).some(canManage)) {
      await changeRights(database, username, { disabled: false, role: before.role });
      throw new TaskError(
        'conflict',
        `${username} is the last information officer. Appoint another one first.`,
      );
    }
    // Otherwise the passkeys and tokens would become valid again if the account were enabled.
    if (disabled) await removeAccess(context, username);
  });
}

function canManage({ role, disabled }: UserSummary): boolean {
  return !disabled && may(role, 'account.manage');
}

/**
 * Changes the details of an account. If the email address changes, notifies the old address.
 *
 * @throws TaskError if there is no such user, or if the email address changes and the actor's
 * session has ended.
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
      // Undoes the change if the session has just been ended: an intruder could otherwise have a
      // link sent to the new address.
      const names = Object.keys(details) as (keyof UserDetails)[];
      const old = Object.fromEntries(names.map((name) => [name, before[name]]));
      await undoUnlessSignedIn(context, () => storeDetails(database, username, old));
      notifyOwner(context, before, addressChange);
    }
  });
}

/** Ends all sessions of an account, and removes its passkeys and tokens. */
async function removeAccess(
  { database }: Pick<DatabaseContext, 'database'>,
  username: string,
): Promise<void> {
  await recoverAccess(await database(), (await requireAccount({ database }, username))._id);
}

/** Finds the account with a username. @throws TaskError if there is none. */
export async function requireAccount(
  { database }: Pick<DatabaseContext, 'database'>,
  username: string,
): Promise<UserSummary> {
  const user = (await listUsers(await database())).find((one) => one.username === username);
  if (!user) throw noSuchUser(username);
  return user;
}

function changedElsewhere(username: string): TaskError {
  return new TaskError(
    'conflict',
    `A colleague has changed the account ${username}. Nothing was changed.`,
  );
}

function noSuchUser(username: string): TaskError {
  return new TaskError('not-found', `There is no account ${username}.`);
}
