import * as z from 'zod';

import { emailAddress } from '../../contract/contact-fields.ts';
import { roles, tokenScopes, type Role } from '../../contract/roles.ts';
import { localTime } from '../../contract/time.ts';
import { findUser, listUsers, type UserDetails, type UserSummary } from '../../storage/users.ts';
import type { OutputOf } from '../api.ts';
import { may, roleDefinitions } from '../rights.ts';
import type { Column } from '../server/spreadsheet.ts';
import {
  CommandError,
  confirm,
  defineCommand,
  flagOption,
  given,
  limitOption,
  textOption,
  UsageError,
  type CommandContext,
} from '../terminal/command.ts';
import { outputOptions, outputUsage, writeRows, type View } from '../terminal/output.ts';
import { makeLink } from './links.server.ts';
import { addAccount, manageHandlers, readUsername, usernameRule } from './manage.server.ts';
import { checkPassword, shortestPassword } from './password-strength.server.ts';

const roleUsage = roles.join('|');

const addOptions = z.object({
  role: z.enum(roles, `must be ${roles.join(', ')}`).optional(),
  name: textOption.max(64, 'must be at most 64 characters').optional(),
  email: textOption.toLowerCase().regex(emailAddress, 'must be an email address').optional(),
  link: flagOption,
});

const confirmed = z.object({ yes: flagOption });

const accounts: View<UserSummary> = {
  names: ['account', 'accounts'],
  table: [
    { title: 'Username', whole: true, of: ({ username }) => username },
    { title: 'State', whole: true, of: ({ disabled }) => (disabled ? 'disabled' : 'active') },
    { title: 'Role', whole: true, of: ({ role }) => role },
    { title: 'Added', whole: true, of: ({ createdAt }) => localTime(createdAt) },
    { title: 'Name', of: ({ name }) => name ?? '' },
    { title: 'Email', of: ({ email }) => email ?? '' },
  ],
};

type Token = Omit<OutputOf<'token.list'>['tokens'][number], 'id'> & { _id: string };

const tokenTable: Column<Token>[] = [
  { title: 'ID', whole: true, of: ({ _id }) => _id },
  { title: 'Username', whole: true, of: ({ username }) => username },
  { title: 'Name', of: ({ name }) => name },
  { title: 'Scope', whole: true, of: ({ scope }) => scope },
  { title: 'Last used', of: ({ lastUsedAt }) => (lastUsedAt ? localTime(lastUsedAt) : 'never') },
  { title: 'Valid until', of: ({ expiresAt }) => localTime(expiresAt) },
];

/** The commands of `npm run users --`. */
export const userCommands = {
  add: defineCommand({
    usage: `users -- add USERNAME [--role ${roleUsage}] [--name NAME] [--email ADDRESS] [--link]`,
    summary:
      'adds an account; asks for the password, reads it from a pipe, or makes a link to choose it',
    action: 'account.add',
    options: addOptions,
    read: (options, words) => ({ username: usernameIn(words), ...options }),
    async run(context, { username, role: wanted, link, ...details }) {
      const { terminal } = context;
      const role = wanted ?? (await usualRole(context));
      const account = { username, role, ...given(details) };
      const password = link ? {} : { password: await askPassword(context, account) };
      await addAccount(context, { ...account, ...password });
      terminal.note(`${username} was added. ${describeRole(role)}`);
      if (link) await writeLink(context, username, await makeLink(context, username, true));
    },
  }),

  link: defineCommand({
    usage: 'users -- link USERNAME',
    summary: 'makes a link to choose a password; it can be used once, within an hour',
    action: 'account.link',
    options: z.object({}),
    read: (_options, words) => usernameIn(words),
    async run(context, username) {
      const { _id: id } = await findNamed(context, username);
      const link = await manageHandlers['account.link'](context, { id });
      if (link) await writeLink(context, username, link);
    },
  }),

  list: defineCommand({
    usage: `users -- list ${outputUsage}`,
    summary: 'lists accounts',
    action: 'account.list',
    options: outputOptions,
    async run(context, options) {
      const rows = await listUsers(await context.database());
      await writeRows(context.terminal, accounts, { rows, total: rows.length }, options);
    },
  }),

  role: defineCommand({
    usage: `users -- role USERNAME ${roleUsage} [--yes]`,
    summary: 'changes the role of an account immediately',
    action: 'account.change',
    options: confirmed,
    read(options, [name = '', ...more]) {
      const role = roles.find((one) => one === more[0]);
      if (!role || more.length > 1) {
        throw new UsageError(`Give one username and one role: ${roles.join(', ')}.`);
      }
      return { username: usernameIn([name]), role, ...options };
    },
    async run(context, { username, role, yes }) {
      await changeAccount(context, username, { role }, yes);
      context.terminal.note(`${username}: ${describeRole(role)}`);
    },
  }),

  disable: defineCommand({
    usage: 'users -- disable USERNAME [--yes]',
    summary: 'disables an account immediately; it is kept for the audit trail',
    action: 'account.change',
    options: confirmed,
    read: (options, words) => ({ username: usernameIn(words), ...options }),
    async run(context, { username, yes }) {
      await changeAccount(context, username, { disabled: true }, yes);
      context.terminal.note(`${username} can no longer sign in.`);
    },
  }),

  token: defineCommand({
    usage: `users -- token NAME --scope ${tokenScopes.join('|')} [--for USERNAME] [--days 90]`,
    summary: 'makes an access token for a script, which acts for your or another account',
    action: 'token.add',
    options: z.object({
      scope: z.enum(tokenScopes, `must be ${tokenScopes.join(' or ')}`),
      for: textOption.toLowerCase().optional(),
      days: limitOption(365, 90),
    }),
    read(options, words) {
      const name = words.join(' ').trim();
      if (name === '' || name.length > 64) {
        throw new UsageError('Give a name of 1 to 64 characters.');
      }
      return { ...options, name };
    },
    async run(context, { for: username, ...wanted }) {
      const made = await manageHandlers['token.add'](context, {
        ...wanted,
        ...given({ username }),
      });
      if (!made) return;
      context.terminal.note(
        `Valid until ${localTime(made.expiresAt)}. It will not be shown again:`,
      );
      await context.terminal.write(`${made.token}\n`);
    },
  }),

  tokens: defineCommand({
    usage: `users -- tokens ${outputUsage}`,
    summary: 'lists access tokens',
    action: 'token.list',
    options: outputOptions,
    async run(context, options) {
      const { tokens } = (await manageHandlers['token.list'](context, {})) ?? { tokens: [] };
      const rows = tokens.map(({ id: _id, ...token }) => ({ _id, ...token }));
      const view: View<Token> = { names: ['token', 'tokens'], table: tokenTable };
      await writeRows(context.terminal, view, { rows, total: rows.length }, options);
    },
  }),

  revoke: defineCommand({
    usage: 'users -- revoke ID',
    summary: 'revokes an access token immediately',
    action: 'token.revoke',
    options: z.object({}),
    read(_options, [id, ...more]) {
      if (id === undefined || more.length > 0) throw new UsageError('Give the ID of one token.');
      return id;
    },
    async run(context, id) {
      await manageHandlers['token.revoke'](context, { id });
      context.terminal.note('The token was revoked.');
    },
  }),
};

/** The default role: officer while no enabled account can manage accounts, otherwise staff. */
async function usualRole({ database }: CommandContext): Promise<Role> {
  const users = await listUsers(await database());
  const isManaged = users.some(({ role, disabled }) => !disabled && may(role, 'account.manage'));
  return isManaged ? 'staff' : 'officer';
}

/** Changes the rights of an account, after asking the user unless `yes` is set. */
async function changeAccount(
  context: CommandContext,
  username: string,
  change: { role: Role } | { disabled: boolean },
  yes: boolean,
): Promise<void> {
  const { _id: id, role, disabled } = await findNamed(context, username);
  const what = 'disabled' in change ? 'Disable' : 'Change the role of';
  if (!yes) await confirm(context.terminal, `${what} ${username}?`, 'Nothing was changed.');
  await manageHandlers['account.change'](context, { id, ...change, seen: { role, disabled } });
}

async function findNamed({ database }: CommandContext, username: string): Promise<UserSummary> {
  const user = await findUser(await database(), { username });
  if (!user) throw new CommandError(`There is no account ${username}.`);
  return user;
}

/** Says that a link was emailed, or writes it to stdout so that it can be piped. */
async function writeLink(
  { terminal }: CommandContext,
  username: string,
  { url, expiresAt }: OutputOf<'account.link'>,
): Promise<void> {
  const until = localTime(expiresAt);
  if (url === null) {
    terminal.note(`${username} was emailed a link, valid until ${until}.`);
    return;
  }
  terminal.note(
    `Give this link to ${username} and nobody else. It can be used once, until ${until}:`,
  );
  await terminal.write(`${url}\n`);
}

/** Asks for a password, twice on a terminal. @throws Error if it is weak, or the two differ. */
async function askPassword(
  context: CommandContext,
  owner: UserDetails & { username: string },
): Promise<string> {
  const { terminal } = context;
  const password = await terminal.secret(
    `Password for ${owner.username} (at least ${shortestPassword} characters; it is not shown):`,
  );
  await checkPassword(context, password, owner);
  if (terminal.interactive && (await terminal.secret('Repeat the password:')) !== password) {
    throw new CommandError('The passwords do not match. Nothing was changed.');
  }
  return password;
}

function describeRole(role: Role): string {
  const { name, meaning } = roleDefinitions[role];
  return `Role: ${role} (${name}). ${meaning}`;
}

/** The username of a command line in its stored form. @throws UsageError if it is invalid. */
function usernameIn([name, ...more]: readonly string[]): string {
  if (name === undefined || more.length > 0) throw new UsageError('Give one username.');
  const username = readUsername(name);
  if (username === undefined) throw new UsageError(usernameRule);
  return username;
}
