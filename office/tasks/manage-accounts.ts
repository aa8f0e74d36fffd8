import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

import {
  changePassword as storePassword,
  changeRights,
  createUser,
  UsernameTakenError,
} from '../../storage/users.ts';
import { auditChange } from './audit.ts';
import { TaskError, type DatabaseContext } from './context.ts';

export const shortestPassword = 12;
const longestPassword = 256;

/** From 0 to 4; below 3 a password falls within a day to whoever has a copy of its hash. */
const lowestScore = 3;

export const usernameRule =
  'A username has 3 to 64 letters a to z, digits, dots, hyphens, underscores or @ signs, and begins with a letter or a digit.';

let zxcvbn: ZxcvbnFactory | undefined;

const wellFormed = /^[a-z\d][a-z\d._@-]{2,63}$/;

/** The username as it is stored; undefined if it breaks the rule. HTTP Basic allows no colon. */
export function readUsername(text: string): string | undefined {
  const username = text.trim().toLowerCase();
  return wellFormed.test(username) ? username : undefined;
}

/**
 * Adds a member of staff, who can sign in at once. A TaskError says that the username is in use or
 * breaks the rule, or that the password is too weak.
 */
export async function addAccount(
  context: DatabaseContext,
  account: { username: string; password: string; maySeePersonalData: boolean },
): Promise<void> {
  const username = readUsername(account.username);
  if (username === undefined) throw new TaskError('invalid', usernameRule);
  checkPassword(account.password, username);
  const database = await context.database();
  await auditChange(context, 'add-user', { ids: [username] }, async () => {
    try {
      await createUser(database, { ...account, username });
    } catch (error) {
      if (!(error instanceof UsernameTakenError)) throw error;
      throw new TaskError('conflict', error.message);
    }
  });
}

/**
 * Gives a new password; the old one stops working at once. A TaskError says that there is no such
 * user, or that the password is too weak.
 */
export async function changePassword(
  context: DatabaseContext,
  { username, password }: { username: string; password: string },
): Promise<void> {
  checkPassword(password, username);
  const database = await context.database();
  await auditChange(context, 'change-password', { ids: [username] }, async () => {
    const changed = await storePassword(database, { username, password });
    if (!changed) throw noSuchUser(username);
  });
}

/**
 * Keeps a member of staff out or lets them in again, at once, or changes what may be seen. Who is
 * kept out still has an account, for the audit trail. A TaskError says that there is no such user.
 */
export async function changePermissions(
  context: DatabaseContext,
  username: string,
  permissions: { disabled: boolean; maySeePersonalData?: boolean },
): Promise<void> {
  const database = await context.database();
  const action = permissions.disabled ? 'disable-user' : 'enable-user';
  await auditChange(context, action, { ids: [username] }, async () => {
    const found = await changeRights(database, username, permissions);
    if (!found) throw noSuchUser(username);
  });
}

/** @throws TaskError when there is no such user. */
export async function requireAccount(context: DatabaseContext, username: string): Promise<void> {
  const { users } = await context.database();
  if (!(await users.exists({ username }))) throw noSuchUser(username);
}

/** @throws TaskError that says why a password cannot be used. */
export function checkPassword(password: string, username: string): void {
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
  // Ranks fifty thousand words, which most commands have no use for.
  zxcvbn ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  if (zxcvbn.check(password, [username]).score < lowestScore) {
    refuse(
      'is too easy to guess: it is common, or made of common ones. A few unrelated words make a good one.',
    );
  }
}

function noSuchUser(username: string): TaskError {
  return new TaskError('not-found', `There is no user ${username}.`);
}
