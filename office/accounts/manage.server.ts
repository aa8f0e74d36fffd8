import type { Role } from '../../contract/roles.ts';
import { listPasskeyOwners } from '../../storage/passkeys.ts';
import { createAccessToken, listTokens, revokeToken } from '../../storage/tokens.ts';
import {
  changeRights,
  createUser,
  endAccess,
  findUser,
  listUsers,
  storeDetails,
  UsernameTakenError,
  type UserDetails,
  type UserRights,
  type UserSummary,
} from '../../storage/users.ts';
import type { OutputOf } from '../api.ts';
import { may } from '../rights.ts';
import type { Handlers } from '../server/actions.ts';
import { perform } from '../server/perform.ts';
import { TaskError, usernameOf, type TaskContext } from '../server/task.ts';
import { addressChange } from './letters.server.ts';
import { makeLink } from './links.server.ts';
import { readNames } from './names.server.ts';
import { noticeOf } from './notices.server.ts';
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
 * Adds an account. Without a password, it needs a link to sign in. Resolves to its username.
 *
 * @throws TaskError if the username is taken or invalid, or the password is too weak.
 */
export async function addAccount(
  task: TaskContext,
  account: UserDetails & { username: string; password?: string; role: Role },
): Promise<string> {
  const username = readUsername(account.username);
  if (username === undefined) throw new TaskError('invalid', usernameRule);
  const { password, role } = account;
  if (password !== undefined) await checkPassword(task, password, { ...account, username });
  const subject = { ids: [username], conditions: [role] };
  await perform(task, 'account.add', subject, async () => {
    await createUser(await task.database(), { ...account, username }).catch((error: unknown) => {
      if (!(error instanceof UsernameTakenError)) throw error;
      throw new TaskError('conflict', error.message);
    });
  });
  return username;
}

/**
 * Changes the details of an account. A notice of a new email address goes to the old one.
 *
 * @throws TaskError if there is no such account.
 */
export async function changeDetails(
  task: TaskContext,
  id: string,
  details: UserDetails,
): Promise<void> {
  const { username, email = '' } = await findAccount(task, id);
  const isNewAddress = details.email !== undefined && details.email !== email;
  const notice = isNewAddress ? noticeOf(task, { email }, addressChange) : undefined;
  await perform(task, 'account.details', { ids: [username] }, async () =>
    storeDetails(await task.database(), id, details, notice),
  );
}

/**
 * Disables or enables an account, or changes its role, immediately. A disabled account is kept for
 * the audit trail.
 *
 * @param seen the rights that the actor has seen.
 * @throws TaskError if the account is the actor's own, its rights have changed since, or nobody
 *   could manage accounts any more.
 */
async function changePermissions(
  task: TaskContext,
  before: UserSummary,
  permissions: UserRights,
  seen: UserRights = {},
): Promise<void> {
  const { _id, username } = before;
  const { disabled, role } = permissions;
  if (username === usernameOf(task.actor)) {
    throw new TaskError(
      'conflict',
      'You cannot change your own account. Ask another information officer.',
    );
  }
  const action = disabled === undefined ? 'role' : disabled ? 'disable' : 'enable';
  const subject = { ids: [username], conditions: role ? [role] : [] };
  await perform(task, `account.${action}`, subject, async () => {
    const store = await task.database();
    // MongoDB may have failed when the account was disabled, before its access was ended.
    if (before.disabled && disabled === false) await endAccess(store, _id);
    if (!(await changeRights(store, username, permissions, seen))) {
      throw new TaskError(
        'conflict',
        `A colleague has changed the account ${username}. Nothing was changed.`,
      );
    }
    // Checked after the change, because two officers could disable each other at the same time.
    if (canManage(before) && !(await listUsers(store)).some(canManage)) {
      await changeRights(store, username, { disabled: false, role: before.role });
      throw new TaskError(
        'conflict',
        `${username} is the last information officer. Appoint another one first.`,
      );
    }
    if (disabled) await endAccess(store, _id);
  });
}

function canManage({ role, disabled }: UserSummary): boolean {
  return !disabled && may(role, 'account.manage');
}

/** @throws TaskError if there is no such account. */
async function findAccount({ database }: TaskContext, id: string): Promise<UserSummary> {
  const user = await findUser(await database(), { _id: id });
  if (!user) throw new TaskError('not-found', 'There is no such account.');
  return user;
}

async function listAllTokens(task: TaskContext): Promise<OutputOf<'token.list'>> {
  const store = await task.database();
  const [users, tokens] = await Promise.all([listUsers(store), listTokens(store)]);
  const names = new Map(users.map(({ _id, username }) => [_id, username]));
  return {
    tokens: tokens.map((token) => ({
      id: token.publicId,
      username: names.get(token.userId) ?? '',
      name: token.name,
      scope: token.scope,
      createdAt: token.createdAt.toISOString(),
      lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
      expiresAt: token.expiresAt.toISOString(),
    })),
  };
}

type ManageAction =
  | `account.${'names' | 'list' | 'add' | 'change' | 'edit' | 'link' | 'end-access'}`
  | `token.${'add' | 'list' | 'revoke'}`;

/** The part of a handler that needs no request, so that commands can call it too. */
export type ManageHandlers = {
  [Name in ManageAction]: (
    task: TaskContext,
    input: Parameters<Handlers[Name]>[1],
  ) => Promise<OutputOf<Name>>;
};

/** The handlers of managing accounts and tokens, for pages and commands. */
export const manageHandlers: ManageHandlers = {
  'account.names': async (task) => ({ names: await readNames(await task.database()) }),

  async 'account.list'(task) {
    const store = await task.database();
    const [users, owners] = await Promise.all([listUsers(store), listPasskeyOwners(store)]);
    return {
      accounts: users.map((user) => ({
        id: user._id,
        username: user.username,
        name: user.name ?? '',
        email: user.email ?? '',
        assignmentEmails: user.assignmentEmails ?? 'immediately',
        role: user.role,
        disabled: user.disabled,
        lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
        hasPasskey: owners.includes(user._id),
      })),
    };
  },

  async 'account.add'(task, account) {
    return makeLink(task, await addAccount(task, account), true);
  },

  async 'account.change'(task, { id, seen, ...permissions }) {
    await changePermissions(task, await findAccount(task, id), permissions, seen);
    return {};
  },

  async 'account.edit'(task, { id, ...details }) {
    await changeDetails(task, id, details);
    return {};
  },

  async 'account.link'(task, { id }) {
    const { username } = await findAccount(task, id);
    return perform(task, 'account.link', { ids: [username] }, () => makeLink(task, username));
  },

  async 'account.end-access'(task, { id }) {
    const { username } = await findAccount(task, id);
    await perform(task, 'account.end-access', { ids: [username] }, async () =>
      endAccess(await task.database(), id),
    );
    return {};
  },

  async 'token.add'(task, { username = usernameOf(task.actor), ...wanted }) {
    const store = await task.database();
    const user = await findUser(store, { username });
    if (!user) throw new TaskError('not-found', `There is no account ${username}.`);
    const subject = { ids: [user.username], conditions: [wanted.scope] };
    const { token, expiresAt } = await perform(task, 'token.add', subject, () =>
      createAccessToken(store, { ...wanted, userId: user._id }),
    );
    return { token, expiresAt: expiresAt.toISOString() };
  },

  'token.list': listAllTokens,

  async 'token.revoke'(task, { id }) {
    const store = await task.database();
    const { tokens } = await listAllTokens(task);
    const token = tokens.find((one) => one.id === id);
    if (!token) throw new TaskError('not-found', 'There is no such token.');
    await perform(task, 'token.revoke', { ids: [token.username] }, () => revokeToken(store, id));
    return {};
  },
};
