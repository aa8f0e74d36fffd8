import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

import type { Role } from '../../../contract/roles.ts';
import { endSessions } from '../../../storage/sessions.ts';
import {
  storePassword,
  changeRights,
  createUser,
  storeDetails,
  UsernameTakenError,
  type Account,
  type UserDetails,
} from '../../../storage/users.ts';
import { run } from '../../server/run-action.ts';
import { TaskError, type DatabaseContext, type TaskContext } from '../../server/task.ts';
import { recoverAccess } from './access.server.ts';
import { notifyOwner } from './account-mail.server.ts';

export const shortestPassword = 12;
const longestPassword = 256;

/** From 0 to 4; a password below 3 can be cracked within a day from a copy of its hash. */
const lowestScore = 3;

export const usernameRule =
  'A username has 3 to 64 letters a to z, digits, dots, hyphens, underscores or @ signs, and begins with a letter or a digit.';

let zxcvbn: Promise<ZxcvbnFactory> | undefined;

const wellFormed = /^[a-z\d][a-z\d._@-]{2,63}$/;

/** The username in its stored form; undefined if it is invalid. HTTP Basic allows no colon. */
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
  context: DatabaseContext,
  account: UserDetails & { username: string; password?: string; role: Role },
): Promise<Account> {
  const username = readUsername(account.username);
  if (username === undefined) throw new TaskError('invalid', usernameRule);
  if (account.password !== undefined) await checkPassword(account.password, username);
  const database = await context.database();
  const subject = { ids: [username], conditions: [account.role] };
  return run(context, 'account.add', subject, () =>
    createUser(database, { ...account, username }).catch((error: unknown) => {
      if (!(error instanceof UsernameTakenError)) throw error;
      throw new TaskError('conflict', error.message);
    }),
  );
}

/** Enough to change an account and to tell its owner. */
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
  await checkPassword(password, username);
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
 * @throws TaskError if there is no such user.
 */
export async function changePermissions(
  context: DatabaseContext,
  username: string,
  permissions: { disabled?: boolean; role?: Role },
): Promise<void> {
  const { disabled, role } = permissions;
  const database = await context.database();
  const ofAccess = disabled ? 'account.disable' : 'account.enable';
  const action = disabled === undefined ? 'account.role' : ofAccess;
  const subject = { ids: [username], conditions: role ? [role] : [] };
  await run(context, action, subject, async () => {
    const found = await changeRights(database, username, permissions);
    if (!found) throw noSuchUser(username);
    // Otherwise they would become valid again once the account is enabled.
    if (disabled) await removeAccess(context, username);
  });
}

/**
 * Changes the name or the address of an account, and tells the owner at the old address.
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

/** @throws TaskError that says why a password is not acceptable. */
export async function checkPassword(password: string, username: string): Promise<void> {
  function refuse(fault: string): never {
    throw new TaskError('invalid', `The password ${fault}`);
  }
  const { length } = Array.from(password);
  if (length < shortestPassword) refuse(`must have at least ${shortestPassword} characters.`);
  if (length > longestPassword) refuse(`must have at most ${longestPassword} characters.`);
  if (/\p{Cc}/u.test(password)) refuse('must not contain control characters.');
  if (password.toLowerCase().includes(username.toLowerCase())) {
    refuse('must not contain the username.');
  }
  zxcvbn ??= loadZxcvbn();
  if ((await zxcvbn).check(password, [username]).score < lowestScore) {
    refuse('is too easy to guess. A few unrelated words make a good password.');
  }
}

/** Loads and ranks fifty thousand words, which most commands do not need. */
async function loadZxcvbn(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

function noSuchUser(username: string): TaskError {
  return new TaskError('not-found', `There is no user ${username}.`);
}
