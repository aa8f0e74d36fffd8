import type { Database } from '#storage/connection.ts';
import { isDuplicate } from '#storage/schemas.ts';
import { createToken, hashToken } from '#storage/sessions.ts';
import { createAccessToken, type AccessToken } from '#storage/tokens.ts';
import {
  changeUser,
  createUser,
  endAccess,
  findUser,
  listUsers,
  noticeTo,
  type Account,
} from '#storage/users.ts';
import type { OutputOf, ParsedInputOf } from '../api.ts';
import { officePath } from '../paths.ts';
import { perform } from '../server/perform.ts';
import { TaskError, usernameOf, type TaskContext } from '../server/task.ts';
import { emailLink } from './letters.server.ts';
import { checkPassword } from './password-strength.server.ts';

/**
 * Makes a one-time link that sets a password, and voids any earlier link. Emails the link to the
 * owner if possible; `url` is then null, so that nobody else sees it.
 * @throws TaskError if the account is disabled.
 */
export async function makeLink(
  { database, letters }: Pick<TaskContext, 'database' | 'letters'>,
  username: string,
  hours = 1,
): Promise<OutputOf<'account.link'>> {
  const token = createToken();
  const expiresAt = new Date(Date.now() + hours * 3_600_000);
  const link = { tokenHash: hashToken(token), expiresAt };
  const account = await changeUser(await database(), { username, disabled: false }, { link });
  if (!account) {
    throw new TaskError('not-found', `There is no account ${username} that can sign in.`);
  }
  // Browsers do not send the part after the #, so it never appears in a log.
  const url = `${letters.officeUrl}${officePath}/welcome#${token}`;
  const isEmailed = await emailLink(letters, account, url, expiresAt);
  return { url: isEmailed ? null : url, expiresAt: expiresAt.toISOString() };
}

/** @throws TaskError if the username is taken, or the password is too weak. */
export async function addAccount(
  task: TaskContext,
  account: ParsedInputOf<'account.add'> & { password?: string },
): Promise<void> {
  const { username, password, role } = account;
  if (password !== undefined) await checkPassword(task, password, account);
  await perform(task, 'account.add', { ids: [username], conditions: [role] }, async () => {
    await createUser(await task.database(), account).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      throw new TaskError('conflict', 'The username is already in use.');
    });
  });
}

type Changes = Omit<ParsedInputOf<'account.change'>, 'username'>;

/** Changes an account. @throws TaskError if a colleague has changed what the user has `seen`. */
export async function changeAccount(
  task: TaskContext,
  action: 'account.change' | 'account.details',
  account: Account,
  { seen, ...changes }: Changes,
): Promise<Account> {
  const { id, username, email } = account;
  const { role, disabled } = changes;
  const isMoved = changes.email !== undefined && changes.email !== email;
  // A link that was sent to the old address must no longer work.
  const fields = isMoved || disabled ? { ...changes, link: null } : changes;
  const notice = isMoved ? noticeTo(account, 'Your email address was changed') : undefined;
  const conditions: string[] = role ? [role] : [];
  if (disabled !== undefined) conditions.push(disabled ? 'disabled' : 'enabled');
  return perform(task, action, { ids: [username], conditions }, async () => {
    const store = await task.database();
    const changedAccount = await changeUser(store, { _id: id, ...seen }, fields, notice);
    if (!changedAccount) {
      const says = `A colleague has changed the account ${username}. Nothing was changed.`;
      throw new TaskError('conflict', says);
    }
    // Also when it is enabled: MongoDB may have failed when it was disabled.
    if (disabled !== undefined) await endAccess(store, id);
    return changedAccount;
  });
}

/** @throws TaskError if there is no such account. */
export async function findAccount({ database }: TaskContext, username = ''): Promise<Account> {
  const account = await findUser(await database(), { username });
  if (account) return account;
  throw new TaskError('not-found', `There is no account ${username}.`);
}

/** The display name of each account, by username. */
export async function readNames(database: Database): Promise<Record<string, string>> {
  const accounts = await listUsers(database);
  return Object.fromEntries(accounts.map(({ username, name }) => [username, name]));
}

export const manageHandlers = {
  'account.names': async (task: TaskContext) => ({ names: await readNames(await task.database()) }),

  'account.list': async (task: TaskContext, _input: object) => ({
    accounts: await listUsers(await task.database()),
  }),

  async 'account.add'(task: TaskContext, account: ParsedInputOf<'account.add'>) {
    await addAccount(task, account);
    // A colleague may see the email only the next day.
    return makeLink(task, account.username, 24);
  },

  async 'account.change'(task: TaskContext, input: ParsedInputOf<'account.change'>) {
    const { username, ...changes } = input;
    const account = await findAccount(task, username);
    if (account.username === usernameOf(task.actor)) {
      const says = 'You cannot change your own account. Ask another information officer.';
      throw new TaskError('conflict', says);
    }
    await changeAccount(task, 'account.change', account, changes);
    return {};
  },

  async 'account.link'(task: TaskContext, input: { username: string }) {
    const { username } = await findAccount(task, input.username);
    return perform(task, 'account.link', { ids: [username] }, () => makeLink(task, username));
  },

  /** Makes a token for an account, by default the actor's own. */
  async 'token.add'(task: TaskContext, { username = usernameOf(task.actor), ...wanted }: NewToken) {
    const { id: userId } = await findAccount(task, username);
    return perform(task, 'token.add', { ids: [username], conditions: [wanted.scope] }, async () =>
      createAccessToken(await task.database(), { ...wanted, userId }),
    );
  },

  async 'token.list'({ database }: TaskContext, _input: object) {
    const store = await database();
    const accounts = await listUsers(store);
    const accessTokens = await store.tokens.find().sort({ createdAt: -1 }).lean<AccessToken[]>();
    return accessTokens.map(({ _id, publicId: id, userId, ...token }) => {
      const owner = accounts.find((account) => account.id === userId);
      return { id, username: owner?.username ?? '', ...token };
    });
  },

  async 'token.revoke'(task: TaskContext, { id }: { id: string }) {
    const tokens = await manageHandlers['token.list'](task, {});
    const token = tokens.find((accessToken) => accessToken.id === id);
    if (!token) throw new TaskError('not-found', 'There is no such token.');
    await perform(task, 'token.revoke', { ids: [token.username] }, async () => {
      await (await task.database()).tokens.deleteOne({ publicId: id });
    });
  },
};

type NewToken = Omit<Parameters<typeof createAccessToken>[1], 'userId'> & {
  username?: string | undefined;
};
