import * as z from 'zod';

import { roles, type Role } from '../../../contract/roles.ts';
import type { UserRights } from '../../../storage/users.ts';
import { may, roleDefinitions } from '../../rights.ts';
import {
  CommandError,
  confirm,
  defineCommand,
  flagOption,
  given,
  textOption,
  UsageError,
  type CommandContext,
} from '../../terminal/command.ts';
import { makeChange } from '../enquiries/change-state.server.ts';
import { actOf } from '../enquiries/acts.ts';
import {
  changePermissions,
  listAssigned,
  readUsername,
  requireAccount,
  usernameRule,
} from './manage-accounts.server.ts';

export const roleUsage = `[--role ${roles.join('|')}]`;

export const roleOptions = z.object({
  role: z.enum(roles, `must be ${roles.join(', ')}`).optional(),
});

const changeUsage = '[--reassign-to USERNAME] [--yes]';

const changeOptions = z.object({
  'reassign-to': textOption.toLowerCase().optional(),
  yes: flagOption,
});

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

/**
 * Changes the rights of an account, after asking the user unless `yes` is set. If the account can
 * then no longer change enquiries, lists the enquiries assigned to it that are not closed, and
 * reassigns them first if `reassign-to` is set.
 */
async function changeAccount(
  context: CommandContext,
  username: string,
  change: UserRights,
  { 'reassign-to': owner, yes }: z.infer<typeof changeOptions>,
): Promise<void> {
  const { terminal } = context;
  const { role, disabled } = await requireAccount(context, username);
  const after = { role, disabled, ...change };
  const { enquiries, colleagues } = await listAssigned(context, username);
  if (owner !== undefined && !colleagues.includes(owner)) {
    throw new CommandError(`Enquiries cannot be assigned to ${owner}. Nothing was changed.`);
  }
  const isLosing = after.disabled || !may(after.role, 'enquiry.change');
  if (owner !== undefined && !isLosing) {
    throw new CommandError(
      `${username} can still handle enquiries. To keep them assigned, leave out --reassign-to. Nothing was changed.`,
    );
  }
  if (isLosing && enquiries.length > 0) {
    const references = enquiries.map(({ reference }) => reference).join(', ');
    const next = owner
      ? `They will be assigned to ${owner}.`
      : 'To reassign them, add --reassign-to USERNAME.';
    terminal.note(`Assigned to ${username} and not closed: ${references}. ${next}`);
  }
  const what = after.disabled ? 'Disable' : 'Change the role of';
  if (!yes) await confirm(terminal, `${what} ${username}?`, 'Nothing was changed.');
  if (owner !== undefined) {
    for (let left = enquiries; left.length > 0;) {
      for (const seen of left) await makeChange(context, seen, actOf('enquiry.assign', { owner }));
      left = (await listAssigned(context, username)).enquiries;
    }
  }
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
