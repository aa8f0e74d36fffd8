import * as z from 'zod';

import { listUsers, type UserSummary } from '../../storage/users.ts';
import {
  addAccount,
  changePassword,
  changePermissions,
  checkPassword,
  readUsername,
  requireAccount,
  shortestPassword,
  usernameRule,
} from '../tasks/manage-accounts.ts';
import { CommandError, defineCommand, given } from './command.ts';
import type { Column } from '../tasks/spreadsheet.ts';
import { outputOptions, outputUsage, writeRows, type View } from './output.ts';
import { UsageError } from './read-arguments.ts';
import { localTime } from '../days.ts';
import type { Terminal } from './terminal.ts';

const permissionUsage = '[--may-see-personal-data yes|no]';

/** Whether a member of staff may see what enquiries say. */
const permissionOption = z
  .enum(['yes', 'no'], 'must be yes or no')
  .transform((value) => value === 'yes')
  .optional();

const table: Column<UserSummary>[] = [
  { title: 'Username', whole: true, of: ({ username }) => username },
  { title: 'Signs in', whole: true, of: ({ disabled }) => (disabled ? 'no' : 'yes') },
  {
    title: 'Reads enquiries',
    whole: true,
    of: ({ maySeePersonalData }) => (maySeePersonalData ? 'yes' : 'no'),
  },
  { title: 'Added', whole: true, of: ({ createdAt }) => localTime(createdAt) },
  {
    title: 'Password of',
    whole: true,
    of: ({ passwordChangedAt }) => localTime(passwordChangedAt),
  },
];

const userView: View<UserSummary> = { names: ['account', 'accounts'], table };

/** What follows `npm run users --`. */
export const userCommands = {
  add: defineCommand({
    usage: `users -- add USERNAME ${permissionUsage}`,
    summary: 'adds a member of staff; asks for the password, or reads it from a pipe',
    options: z.object({ 'may-see-personal-data': permissionOption }),
    read: ({ 'may-see-personal-data': maySeePersonalData = true }, words) => ({
      username: usernameIn(words),
      maySeePersonalData,
    }),
    async run(context, { username, maySeePersonalData }) {
      const password = await askPassword(context.terminal, username);
      await addAccount(context, { username, password, maySeePersonalData });
      const permission = maySeePersonalData ? 'may read enquiries' : 'may not read enquiries';
      context.terminal.note(`${username} was added and ${permission}.`);
    },
  }),

  passwd: defineCommand({
    usage: 'users -- passwd USERNAME',
    summary: 'gives a new password; the old one stops working at once',
    options: z.object({}),
    read: (_options, words) => usernameIn(words),
    async run(context, username) {
      await requireAccount(context, username);
      const password = await askPassword(context.terminal, username);
      await changePassword(context, { username, password });
      context.terminal.note(`${username} has a new password.`);
    },
  }),

  disable: defineCommand({
    usage: 'users -- disable USERNAME',
    summary: 'keeps a member of staff out, at once; the account stays for the audit trail',
    options: z.object({}),
    read: (_options, words) => usernameIn(words),
    async run(context, username) {
      await changePermissions(context, username, { disabled: true });
      context.terminal.note(`${username} can no longer sign in.`);
    },
  }),

  enable: defineCommand({
    usage: `users -- enable USERNAME ${permissionUsage}`,
    summary: 'lets a member of staff in again, or changes what may be seen',
    options: z.object({ 'may-see-personal-data': permissionOption }),
    read: ({ 'may-see-personal-data': maySeePersonalData }, words) => ({
      username: usernameIn(words),
      permissions: { disabled: false, ...given({ maySeePersonalData }) },
    }),
    async run(context, { username, permissions }) {
      await changePermissions(context, username, permissions);
      context.terminal.note(`${username} can sign in.`);
    },
  }),

  list: defineCommand({
    usage: `users -- list ${outputUsage}`,
    summary: 'lists who can sign in',
    options: outputOptions,
    async run(context, options) {
      const rows = await listUsers(await context.database());
      await writeRows(context.terminal, userView, { rows, total: rows.length }, options);
    },
  }),
};

/** The one username that is given, as it is stored; a UsageError if it breaks the rule. */
function usernameIn([name, ...more]: readonly string[]): string {
  if (name === undefined || more.length > 0) throw new UsageError('Give one username.');
  const username = readUsername(name);
  if (username === undefined) throw new UsageError(usernameRule);
  return username;
}

/** Asks for a new password, twice where it cannot be seen. An error says why it cannot be used. */
async function askPassword(terminal: Terminal, username: string): Promise<string> {
  const password = await terminal.secret(
    `Password for ${username} (at least ${shortestPassword} characters; it is not shown):`,
  );
  checkPassword(password, username);
  if (terminal.interactive && (await terminal.secret('The same again:')) !== password) {
    throw new CommandError('The two were not the same. Nothing was changed.');
  }
  return password;
}
