import * as z from 'zod';

import { emailAddress } from '../../../contract/contact-fields.ts';
import { assignmentEmails } from '../../../contract/notifications.ts';
import { localTime } from '../../../contract/time.ts';
import type { Role } from '../../../contract/roles.ts';
import { listUsers, type UserDetails, type UserSummary } from '../../../storage/users.ts';
import { makeLink } from './links.server.ts';
import {
  addAccount,
  changeDetails,
  changePassword,
  removeAccess,
  requireAccount,
} from './manage-accounts.server.ts';
import { checkPassword, shortestPassword } from './password-strength.server.ts';
import { may } from '../../rights.ts';
import { describeRole, roleOptions, roleUsage, usernameIn } from './rights-commands.server.ts';
import {
  CommandError,
  defineCommand,
  flagOption,
  given,
  textOption,
  type CommandContext,
} from '../../terminal/command.ts';
import { outputOptions, outputUsage, writeRows, type View } from '../../terminal/output.ts';
import type { Column } from '../../server/spreadsheet.ts';

const detailUsage = `[--name NAME] [--email ADDRESS] [--assignment-emails ${assignmentEmails.join('|')}]`;

const detailOptions = {
  name: textOption.max(64, 'must be at most 64 characters').optional(),
  email: textOption.toLowerCase().regex(emailAddress, 'must be an email address').optional(),
  'assignment-emails': z
    .enum(assignmentEmails, `must be ${assignmentEmails.join(', ')}`)
    .optional(),
};

function detailsOf({
  'assignment-emails': emails,
  ...details
}: z.infer<z.ZodObject<typeof detailOptions>>): UserDetails {
  return given({ ...details, assignmentEmails: emails });
}

const table: Column<UserSummary>[] = [
  { title: 'Username', whole: true, of: ({ username }) => username },
  { title: 'State', whole: true, of: ({ disabled }) => (disabled ? 'disabled' : 'active') },
  { title: 'Role', whole: true, of: ({ role }) => role },
  { title: 'Added', whole: true, of: ({ createdAt }) => localTime(createdAt) },
  {
    title: 'Password set',
    whole: true,
    of: ({ passwordChangedAt }) => localTime(passwordChangedAt),
  },
  { title: 'Name', of: ({ name }) => name ?? '' },
  { title: 'Email', of: ({ email }) => email ?? '' },
];

const userView: View<UserSummary> = { names: ['account', 'accounts'], table };

/** The commands of `npm run users --`. */
export const userCommands = {
  add: defineCommand({
    usage: `users -- add USERNAME ${detailUsage} ${roleUsage} [--link]`,
    summary:
      'adds an account; asks for the password, reads it from a pipe, or creates a link to choose it',
    action: 'account.add',
    options: roleOptions.extend({ ...detailOptions, link: flagOption }),
    read: (options, words) => ({ username: usernameIn(words), ...options }),
    async run(context, { username, role: wanted, link, ...details }) {
      const { terminal } = context;
      const role = wanted ?? (await usualRole(context));
      const account = { username, role, ...detailsOf(details) };
      const password = link ? {} : { password: await askPassword(context, account) };
      await addAccount(context, { ...account, ...password });
      terminal.note(`${username} was added. ${describeRole(role)}`);
      if (link) await writeLink(context, username, 'account.add');
    },
  }),

  link: defineCommand({
    usage: 'users -- link USERNAME',
    summary: 'creates a link to choose a password; it can be used once, within an hour',
    action: 'account.link',
    options: z.object({}),
    read: (_options, words) => usernameIn(words),
    run: (context, username) => writeLink(context, username),
  }),

  details: defineCommand({
    usage: `users -- details USERNAME ${detailUsage}`,
    summary: 'changes the name, email address or assignment email setting of an account',
    action: 'account.edit',
    options: z.object(detailOptions),
    read: (options, words) => ({ username: usernameIn(words), details: detailsOf(options) }),
    async run(context, { username, details }) {
      await changeDetails(context, username, details);
      context.terminal.note(`The account ${username} was updated.`);
    },
  }),

  passwd: defineCommand({
    usage: 'users -- passwd USERNAME',
    summary: 'sets a new password, ends sessions, and removes passkeys and tokens',
    action: 'account.change',
    options: z.object({}),
    read: (_options, words) => usernameIn(words),
    async run(context, username) {
      const password = await askPassword(context, await requireAccount(context, username));
      await changePassword(context, { username, password });
      await removeAccess(context, username);
      context.terminal.note(`${username} has a new password.`);
    },
  }),

  list: defineCommand({
    usage: `users -- list ${outputUsage}`,
    summary: 'lists accounts',
    action: 'account.list',
    options: outputOptions,
    async run(context, options) {
      const rows = await listUsers(await context.database());
      await writeRows(context.terminal, userView, { rows, total: rows.length }, options);
    },
  }),
};

/** The default role: officer while no enabled account can manage accounts, otherwise staff. */
async function usualRole({ database }: CommandContext): Promise<Role> {
  const users = await listUsers(await database());
  const isManaged = users.some(({ role, disabled }) => !disabled && may(role, 'account.manage'));
  return isManaged ? 'staff' : 'officer';
}

/** Emails a new link, or writes it to stdout so that it can be piped. Notes go to stderr. */
async function writeLink(
  context: CommandContext,
  username: string,
  by?: 'account.add',
): Promise<void> {
  const { url, expiresAt } = await makeLink(context, username, by);
  if (url === null) {
    context.terminal.note(`${username} was emailed a link, valid until ${localTime(expiresAt)}.`);
    return;
  }
  context.terminal.note(
    `Give this link to ${username} and nobody else. It can be used once, until ${localTime(expiresAt)}:`,
  );
  await context.terminal.write(`${url}\n`);
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
