import { createAccessToken, listTokens, revokeToken } from '#storage/tokens.ts';
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
} from '#storage/users.ts';
import type { Role } from '#contract/roles.ts';
import type { OutputOf, ParsedInputOf } from '../api.ts';
import { may } from '../rights.ts';
import { perform } from '../server/perform.ts';
import { TaskError, usernameOf, type TaskContext } from '../server/task.ts';
import { noticeOf } from './letters.server.ts';
import { makeLink } from './links.server.ts';
import { readNames } from './names.server.ts';
import { checkPassword } from './password-strength.server.ts';

const wellFormed = /^[a-z\d][a-z\d._@-]{2,63}$/;
const usernameRule =
  'A username must have 3 to 64 characters (letters a to z, digits, dots, hyphens, underscores or @ signs) and begin with a letter or digit.';

/**
 * Adds an account. Without a password, it needs a link to sign in. Resolves to its username.
 *
 * @throws TaskError if the username is taken or invalid, or the password is too weak.
 */
export async function addAccount(
  task: TaskContext,
  {
    username: typed,
    ...account
  }: UserDetails & { username: string; password?: string; role: Role },
): Promise<string> {
  const username = typed.trim().toLowerCase();
  if (!wellFormed.test(username)) throw new TaskError('invalid', usernameRule);
  const { password, role } = account;
  if (password !== undefined) await checkPassword(task, password, { ...account, username });
  await perform(task, 'account.add', { ids: [username], conditions: [role] }, async () => {
    await createUser(await task.database(), { ...account, username }).catch((error: unknown) => {
      if (!(error instanceof UsernameTakenError)) throw error;
      throw new TaskError('conflict', error.message);
    });
  });
  return username;
}

/** Changes the details of an account. A notice of a new email address goes to the old one. */
export async function changeDetails(
  task: TaskContext,
  before: { id: string; username: string; email?: string },
  details: UserDetails,
): Promise<void> {
  const { id, username, email = '' } = before;
  const isNewAddress = details.email !== undefined && details.email !== email;
  const notice = isNewAddress
    ? noticeOf(task, before, 'Your email address was changed')
    : undefined;
  await perform(task, 'account.details', { ids: [username] }, async () =>
    storeDetails(await task.database(), id, details, notice),
  );
}

/**
 * Disables or enables an account, or changes its role, immediately. A disabled account is kept for
 * the audit trail. `seen` are the rights that the actor has seen.
 *
 * @throws TaskError if the account is the actor's own, its rights have changed since, or nobody
 *   could manage accounts any more.
 */
async function changePermissions(
  task: TaskContext,
  { _id, username, ...before }: UserSummary,
  rights: UserRights,
  seen?: UserRights,
): Promise<void> {
  const { disabled, role } = rights;
  const refuse = (says: string) => new TaskError('conflict', says);
  if (username === usernameOf(task.actor)) {
    throw refuse('You cannot change your own account. Ask another information officer.');
  }
  const action = disabled === undefined ? 'role' : disabled ? 'disable' : 'enable';
  const subject = { ids: [username], conditions: role ? [role] : [] };
  await perform(task, `account.${action}`, subject, async () => {
    const store = await task.database();
    // MongoDB may have failed when the account was disabled, before its access was ended.
    if (disabled === false) await endAccess(store, _id);
    if (!(await changeRights(store, username, rights, seen))) {
      throw refuse(`A colleague has changed the account ${username}. Nothing was changed.`);
    }
    // Checked after the change, because two officers could disable each other at the same time.
    if (canManage(before) && !(await listUsers(store)).some(canManage)) {
      await changeRights(store, username, { disabled: false, role: before.role });
      throw refuse(`${username} is the last information officer. Appoint another one first.`);
    }
    if (disabled) await endAccess(store, _id);
  });
}

function canManage({ role, disabled }: Pick<UserSummary, 'role' | 'disabled'>): boolean {
  return !disabled && may(role, 'account.manage');
}

/** @throws TaskError if there is no such account. */
async function findAccount({ database }: TaskContext, id: string): Promise<UserSummary> {
  const user = await findUser(await database(), { _id: id });
  if (!user) throw new TaskError('not-found', 'There is no such account.');
  return user;
}

type ManageAction = `account.${'names' | 'list' | 'add' | 'change' | 'link'}`;
/** A handler that needs no request, so that commands can call it too. */
type Manage<Name extends ManageAction> = (
  task: TaskContext,
  input: ParsedInputOf<Name>,
) => Promise<OutputOf<Name>>;

const accountHandlers: { [Name in ManageAction]: Manage<Name> } = {
  'account.names': async (task) => ({ names: await readNames(await task.database()) }),

  async 'account.list'(task) {
    const store = await task.database();
    const owners = await store.passkeys.distinct('userId').exec();
    const accounts = (await listUsers(store)).map(({ _id: id, lastSignInAt, ...user }) => ({
      id,
      name: '',
      email: '',
      assignmentEmails: 'immediately' as const,
      ...user,
      lastSignInAt: lastSignInAt?.toISOString() ?? null,
      hasPasskey: owners.includes(id),
    }));
    return { accounts };
  },

  async 'account.add'(task, account) {
    return makeLink(task, await addAccount(task, account), true);
  },

  async 'account.change'(task, { id, seen, role, disabled, ...details }) {
    const before = await findAccount(task, id);
    const rights = { ...(role && { role }), ...(disabled !== undefined && { disabled }) };
    const has = (changes: object) => Object.keys(changes).length > 0;
    if (has(rights)) await changePermissions(task, before, rights, seen);
    if (has(details)) await changeDetails(task, { id, ...before }, details);
    return {};
  },

  async 'account.link'(task, { id }) {
    const { username } = await findAccount(task, id);
    return perform(task, 'account.link', { ids: [username] }, () => makeLink(task, username));
  },
};

/** The tokens for scripts, which only commands manage. */
const tokenHandlers = {
  /** Makes a token for an account, by default the actor's own. */
  async 'token.add'(task: TaskContext, { username = usernameOf(task.actor), ...wanted }: NewToken) {
    const store = await task.database();
    const user = await findUser(store, { username });
    if (!user) throw new TaskError('not-found', `There is no account ${username}.`);
    const subject = { ids: [user.username], conditions: [wanted.scope] };
    return perform(task, 'token.add', subject, () =>
      createAccessToken(store, { ...wanted, userId: user._id }),
    );
  },

  async 'token.list'({ database }: TaskContext, _input: object) {
    const store = await database();
    const users = await listUsers(store);
    const nameOf = (id: string) => users.find(({ _id }) => _id === id)?.username ?? '';
    const tokens = (await listTokens(store)).map(({ _id, publicId: id, userId, ...token }) => {
      return { id, username: nameOf(userId), ...token };
    });
    return { tokens };
  },

  async 'token.revoke'(task: TaskContext, { id }: { id: string }) {
    const { tokens } = await tokenHandlers['token.list'](task, {});
    const token = tokens.find((one) => one.id === id);
    if (!token) throw new TaskError('not-found', 'There is no such token.');
    await perform(task, 'token.revoke', { ids: [token.username] }, async () =>
      revokeToken(await task.database(), id),
    );
  },
};

type NewToken = Omit<Parameters<typeof createAccessToken>[1], 'userId'> & { username?: string };

/** What pages and commands do with accounts, and commands with tokens. */
export const manageHandlers = { ...accountHandlers, ...tokenHandlers };
