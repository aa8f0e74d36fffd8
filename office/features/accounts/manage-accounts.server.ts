import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

import type { Role } from '../../../contract/roles.ts';
import { createToken, endSessions, hashToken } from '../../../storage/sessions.ts';
import {
  storePassword,
  changeRights,
  createUser,
  findLinkedUser,
  setPasswordByLink,
  storeLink,
  UsernameTakenError,
  type Account,
} from '../../../storage/users.ts';
import { officePath } from '../../action.ts';
import { run } from '../../server/run-action.ts';
import { TaskError, type DatabaseContext } from '../../server/task.ts';

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
  account: { username: string; password?: string; role: Role },
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

/**
 * Sets a new password; the old one stops working immediately.
 *
 * @throws TaskError if there is no such user, or the password is too weak.
 */
export async function changePassword(
  context: DatabaseContext,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await checkPassword(password, username);
  const database = await context.database();
  await run(context, 'account.password', { ids: [username] }, async () => {
    const changed = await storePassword(database, { username, password });
    if (!changed) throw noSuchUser(username);
    await endSessionsOf(context, username);
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
    if (disabled) await endSessionsOf(context, username);
  });
}

const linkHours = 72;

/**
 * Creates a link that sets the password of an account, once and within 72 hours; it voids an older
 * one.
 *
 * @throws TaskError if there is no such account, or it is disabled.
 */
export async function makeLink(
  context: DatabaseContext & { officeUrl: string },
  username: string,
): Promise<{ url: string; expiresAt: Date }> {
  const database = await context.database();
  const token = createToken();
  const expiresAt = new Date(Date.now() + linkHours * 3_600_000);
  await run(context, 'account.link', { ids: [username] }, async () => {
    const found = await storeLink(database, username, { tokenHash: hashToken(token), expiresAt });
    if (!found) {
      throw new TaskError('not-found', `There is no account ${username} that can sign in.`);
    }
  });
  // Browsers do not send the part after the #, so it appears in no log.
  return { url: `${context.officeUrl}${officePath}/welcome#${token}`, expiresAt };
}

/**
 * The account of a link.
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
 * Sets the password with a link, as its account.
 *
 * @throws TaskError if the link is no longer valid, or the password is too weak.
 */
export async function useLink(
  { database }: Pick<DatabaseContext, 'database'>,
  { token, password }: { token: string; password: string },
): Promise<Account> {
  const { username, role } = await readLink({ database }, token);
  await checkPassword(password, username);
  const context = { database, actor: username, role };
  return run(context, 'link.use', { ids: [username] }, async () => {
    const tokenHash = hashToken(token);
    const account = await setPasswordByLink(await database(), { tokenHash, password });
    if (!account) throw voidLink();
    await endSessionsOf(context, username);
    return account;
  });
}

async function endSessionsOf({ database }: DatabaseContext, username: string): Promise<void> {
  const stores = await database();
  const user = await stores.users.findOne({ username }).select({ _id: 1 }).lean().exec();
  if (user) await endSessions(stores, user._id);
}

function voidLink(): TaskError {
  return new TaskError(
    'not-found',
    'This link has been used or is no longer valid. Ask an information officer for a new one.',
  );
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
