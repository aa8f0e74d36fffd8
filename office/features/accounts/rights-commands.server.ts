import * as z from 'zod';

import { roles, type Role } from '../../../contract/roles.ts';
import type { UserRights } from '../../../storage/users.ts';
import { roleDefinitions } from '../../rights.ts';
import {
  confirm,
  defineCommand,
  flagOption,
  given,
  UsageError,
  type CommandContext,
} from '../../terminal/command.ts';
import {
  changePermissions,
  readUsername,
  requireAccount,
  usernameRule,
} from './manage-accounts.server.ts';

export const roleUsage = `[--role ${roles.join('|')}]`;

export const roleOptions = z.object({
  role: z.enum(roles, `must be ${roles.join(', ')}`).optional(),
});

const changeUsage = '[--yes]';

const changeOptions = z.object({ yes: flagOption });

/** The commands of `npm run users --` that change what an account may do. */
export const rightsCommands = {
  disable: defineCommand({
    usage: `users -- disable USERNAME ${changeUsage}`,
    summary: 'disables an account immediately; it is kept for the audit trail',
    action: 'account.change',
    options: changeOptions,
    read: (options, words) => ({ username: usernameIn(words), ...options }),
    async run(context, { username, ...options }) {
      await changeAccount(context, username, { disabled: true }, options);
      context.terminal.note(`${username} can no longer sign in.`);
    },
  }),

  enable: defineCommand({
    usage: `users -- enable USERNAME ${roleUsage}`,
    summary: 'enables a disabled account',
    action: 'account.change',
    options: roleOptions,
    read: (options, words) => ({
      username: usernameIn(words),
      permissions: { disabled: false, ...given(options) },
    }),
    async run(context, { username, permissions }) {
      await changePermissions(context, username, permissions);
      context.terminal.note(`${username} can sign in.`);
    },
  }),

  role: defineCommand({
    usage: `users -- role USERNAME ${roles.join('|')} ${changeUsage}`,
    summary: 'changes the role of an account immediately',
    action: 'account.change',
    options: changeOptions,
    read(options, [name = '', ...more]) {
      const [role] = roles.filter((one) => one === more[0]);
      if (!role || more.length > 1) {
        throw new UsageError(`Give one username and one role: ${roles.join(', ')}.`);
      }
      return { username: usernameIn([name]), role, ...options };
    },
    async run(context, { username, role, ...options }) {
      await changeAccount(context, username, { role }, options);
      context.terminal.note(`${username}: ${describeRole(role)}`);
    },
  }),
};

/** Changes the rights of an account, after asking the user unless `yes` is set. */
async function changeAccount(
  context: CommandContext,
  username: string,
  change: UserRights,
  { yes }: z.infer<typeof changeOptions>,
): Promise<void> {
  const { role, disabled } = await requireAccount(context, username);
  const what = (change.disabled ?? disabled) ? 'Disable' : 'Change the role of';
  if (!yes) await confirm(context.terminal, `${what} ${username}?`, 'Nothing was changed.');
  await changePermissions(context, username, change, { role, disabled });
}

export function describeRole(role: Role): string {
  const { name, meaning } = roleDefinitions[role];
  return `Role: ${role} (${name}). ${meaning}`;
}

/** The username of a command line in its stored form. @throws UsageError if it is invalid. */
export function usernameIn([name, ...more]: readonly string[]): string {
  if (name === undefined || more.length > 0) throw new UsageError('Give one username.');
  const username = readUsername(name);
  if (username === undefined) throw new UsageError(usernameRule);
  return username;
}
