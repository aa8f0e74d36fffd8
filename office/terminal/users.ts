import * as z from 'zod';

import { emailAddress } from '../../contract/email-address.ts';
import { roles, tokenScopes, type Role } from '../../contract/roles.ts';
import { localTime } from '../../contract/time.ts';
import { withId } from '../../storage/connection.ts';
import { findUser, listUsers, type UserSummary } from '../../storage/users.ts';
import { makeLink } from '../accounts/links.server.ts';
import { addAccount, manageHandlers } from '../accounts/manage.server.ts';
import type { OutputOf } from '../api.ts';
import { may, roleDefinitions } from '../rights.ts';
import {
  CommandError,
  confirm,
  flag,
  noWords,
  oneWord,
  readInput,
  text,
  UsageError,
  type Command,
  type CommandTask,
} from './command.ts';
import { writeRows } from './output.ts';

const roleInput = z.object({ role: z.enum(roles, `must be ${roles.join(', ')}`).optional() });
const accountInput = roleInput.extend({
  name: z.string().trim().min(1).max(64, 'must be at most 64 characters').exactOptional(),
  email: z.string().toLowerCase().regex(emailAddress, 'must be an email address').exactOptional(),
});
const tokenInput = z.object({
  scope: z.enum(tokenScopes, `must be ${tokenScopes.join(' or ')}`),
  days: z.coerce.number('must be a number of days').int().min(1).max(365).default(90),
});

const usernameIn = (words: string[]) => oneWord(words, 'username').trim().toLowerCase();

/** The commands of `npm run users --`. */
export const userCommands: Record<string, Command> = {
  add: {
    usage: `users -- add USERNAME [--role ${roles.join('|')}] [--name NAME] [--email ADDRESS] [--link]`,
    summary:
      'adds an account; asks for the password, reads it from a pipe, or creates a link to choose it',
    right: 'account.manage',
    withoutAccount: true,
    options: { role: text, name: text, email: text, link: flag },
    read({ link, ...given }, words) {
      const username = usernameIn(words);
      const { role: wanted, ...details } = readInput(accountInput, given);
      return async (task) => {
        const role = wanted ?? (await usualRole(task));
        const password = link ? {} : { password: await askPassword(task, username) };
        await addAccount(task, { username, role, ...details, ...password });
        task.terminal.note(`${username} was added. ${describeRole(role)}`);
        if (link) await writeLink(task, username, await makeLink(task, username, true));
      };
    },
  },

  list: {
    usage: 'users -- list [--json]',
    summary: 'lists accounts',
    right: 'account.manage',
    options: { json: flag },
    read({ json }, words) {
      noWords(words);
      return async (task) => {
        const users = (await listUsers(await task.database())).map(withId);
        await writeRows(task.terminal, { json: json === true, columns: userColumns }, users);
      };
    },
  },

  link: {
    usage: 'users -- link USERNAME',
    summary: 'creates a link to choose a password; it can be used once, within an hour',
    right: 'account.manage',
    read(_options, words) {
      const username = usernameIn(words);
      return async (task) => {
        const { _id: id } = await requireAccount(task, username);
        await writeLink(task, username, await manageHandlers['account.link'](task, { id }));
      };
    },
  },

  role: {
    usage: `users -- role USERNAME ${roles.join('|')} [--yes]`,
    summary: 'changes the role of an account immediately',
    right: 'account.manage',
    options: { yes: flag },
    read({ yes }, [name = '', ...words]) {
      const username = usernameIn([name]);
      const { role } = readInput(roleInput.required(), { role: oneWord(words, 'role') });
      return async (task) => {
        const { _id: id, role: before } = await requireAccount(task, username);
        if (!yes) await confirm(task.terminal, `Change the role of ${username}?`);
        await manageHandlers['account.change'](task, { id, role, seen: { role: before } });
        task.terminal.note(`${username}: ${describeRole(role)}`);
      };
    },
  },

  disable: {
    usage: 'users -- disable USERNAME [--yes]',
    summary: 'disables an account immediately; it is kept for the audit trail',
    right: 'account.manage',
    options: { yes: flag },
    read({ yes }, words) {
      const username = usernameIn(words);
      return async (task) => {
        const { _id: id, role, disabled } = await requireAccount(task, username);
        if (!yes) await confirm(task.terminal, `Disable ${username}?`);
        const seen = { role, disabled };
        await manageHandlers['account.change'](task, { id, disabled: true, seen });
        task.terminal.note(`${username} can no longer sign in.`);
      };
    },
  },

  token: {
    usage: `users -- token make NAME --scope ${tokenScopes.join('|')} [--for USERNAME] [--days 90] | list [--json] | revoke ID`,
    summary: 'makes, lists or revokes tokens for scripts, which act for your or another account',
    right: 'account.manage',
    options: { scope: text, for: text, days: text, json: flag },
    read({ json, for: username, ...given }, [verb, ...words]) {
      if (verb === 'make') {
        const owner = username === undefined ? {} : { username: usernameIn([String(username)]) };
        return makeToken(words.join(' ').trim(), { ...readInput(tokenInput, given), ...owner });
      }
      if (verb === 'list') return (task) => listTokens(task, json === true);
      if (verb !== 'revoke') throw new UsageError('Give make, list or revoke.');
      const id = oneWord(words, 'ID of a token');
      return async (task) => {
        await manageHandlers['token.revoke'](task, { id });
        task.terminal.note('The token was revoked.');
      };
    },
  },
};

const userColumns: Record<string, (user: Omit<UserSummary, '_id'>) => string> = {
  Username: ({ username }) => username,
  State: ({ disabled }) => (disabled ? 'disabled' : 'active'),
  Role: ({ role }) => role,
  Added: ({ createdAt }) => localTime(createdAt),
  'Password set': ({ passwordChangedAt }) => localTime(passwordChangedAt),
  Name: ({ name }) => name ?? '',
  Email: ({ email }) => email ?? '',
};

/** The default role: officer while no enabled account can manage accounts, otherwise staff. */
async function usualRole({ database }: CommandTask): Promise<Role> {
  const users = await listUsers(await database());
  const isManaged = users.some(({ role, disabled }) => !disabled && may(role, 'account.manage'));
  return isManaged ? 'staff' : 'officer';
}

function describeRole(role: Role): string {
  const { name, meaning } = roleDefinitions[role];
  return `Role: ${role} (${name}). ${meaning}`;
}

/** Asks for a password, twice on a terminal. @throws CommandError if the two differ. */
async function askPassword({ terminal }: CommandTask, username: string): Promise<string> {
  const password = await terminal.secret(`Password for ${username} (it is not shown):`);
  if (terminal.interactive && (await terminal.secret('Repeat the password:')) !== password) {
    throw new CommandError('The passwords do not match. Nothing was changed.');
  }
  return password;
}

/** @throws CommandError if there is no such account. */
async function requireAccount({ database }: CommandTask, username: string): Promise<UserSummary> {
  const user = await findUser(await database(), { username });
  if (!user) throw new CommandError(`There is no account ${username}.`);
  return user;
}

/** Says that a link was emailed, or writes it to stdout so that it can be piped. */
async function writeLink(
  task: CommandTask,
  username: string,
  { url, expiresAt }: OutputOf<'account.link'>,
): Promise<void> {
  const until = localTime(expiresAt);
  if (url === null) task.terminal.note(`${username} was emailed a link, valid until ${until}.`);
  else {
    task.terminal.note(
      `Give this link to ${username} and nobody else. It can be used once, until ${until}:`,
    );
    await task.terminal.write(`${url}\n`);
  }
}

function makeToken(name: string, wanted: z.infer<typeof tokenInput> & { username?: string }) {
  if (name === '' || name.length > 64) throw new UsageError('Give a name of 1 to 64 characters.');
  return async (task: CommandTask) => {
    const { token, expiresAt } = await manageHandlers['token.add'](task, { ...wanted, name });
    task.terminal.note(`Valid until ${localTime(expiresAt)}. It will not be shown again:`);
    await task.terminal.write(`${token}\n`);
  };
}

async function listTokens(task: CommandTask, json: boolean): Promise<void> {
  const { tokens } = await manageHandlers['token.list'](task, {});
  const columns: Record<string, (token: (typeof tokens)[number]) => string> = {
    ID: ({ id }) => id,
    Username: ({ username }) => username,
    Name: ({ name }) => name,
    Scope: ({ scope }) => scope,
    'Last used': ({ lastUsedAt }) => (lastUsedAt ? localTime(lastUsedAt) : 'never'),
    'Valid until': ({ expiresAt }) => localTime(expiresAt),
  };
  await writeRows(task.terminal, { json, columns }, tokens);
}
