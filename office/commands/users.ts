import * as z from 'zod';

import { roles, tokenScopes } from '#contract/roles.ts';
import { localTime } from '#contract/time.ts';
import { accountsApi as api } from '../accounts/api.ts';
import { addAccount, findAccount, manageHandlers as desk } from '../accounts/manage.server.ts';
import { readInput, type Command, type CommandTask } from './command.ts';
import { confirm, jsonOf, tableOf } from './terminal.ts';

const right = 'account.manage';
const tokenInput = z.object({
  name: z.string().trim().min(1).max(64),
  scope: z.enum(tokenScopes),
  days: z.int().min(1).max(365),
  username: z.string().optional(),
});

export const userCommands: Record<string, Command> = {
  'users add': {
    usage: `USERNAME [--role ${roles.join('|')}] [--name NAME] [--email ADDRESS] [--link]`,
    right,
    isForFirstAccount: true,
    async run(task, [username], { link, ...details }) {
      const isFirst = !task.actor.includes('/');
      const given = { role: isFirst ? 'officer' : 'staff', ...details, username };
      const account = readInput(api['account.add'].input, given);
      if (link) return writeLink(task, await desk['account.add'](task, account));
      const password = await task.terminal.ask('Password of the new account:', true);
      await addAccount(task, { ...account, password });
      task.terminal.note(`The account was added, with the role ${account.role}.`);
    },
  },
  'users list': {
    usage: '[--json]',
    right,
    async run(task, _words, { json }) {
      const { accounts } = await desk['account.list'](task, {});
      const fields = ['username', 'role', 'disabled', 'lastSignInAt', 'name', 'email'] as const;
      await task.terminal.write(json ? jsonOf(accounts) : tableOf(accounts, fields));
    },
  },
  'users link': {
    usage: 'USERNAME',
    right,
    async run(task, [username = '']) {
      await writeLink(task, await desk['account.link'](task, { username }));
    },
  },
  'users role': {
    usage: `USERNAME ${roles.join('|')}`,
    right,
    async run(task, [username, wanted]) {
      const input = readInput(api['account.change'].input, { username, role: wanted });
      await desk['account.change'](task, input);
      task.terminal.note(`The account has the role ${wanted}.`);
    },
  },
  'users disable': {
    usage: 'USERNAME [--yes]',
    right,
    async run(task, [name], { yes }) {
      const { username, role, disabled } = await findAccount(task, name);
      await confirm(task.terminal, yes, 'Nobody can sign in to this account any more.');
      await desk['account.change'](task, { username, disabled: true, seen: { role, disabled } });
      task.terminal.note('The account was disabled.');
    },
  },
  'users token': {
    usage: `[NAME --scope ${tokenScopes.join('|')} [--for USERNAME] [--days 90] | --revoke ID | --json]`,
    right,
    async run(task, [name], { scope, days = '90', for: username, revoke, json }) {
      const { terminal } = task;
      if (typeof revoke === 'string') {
        await desk['token.revoke'](task, { id: revoke });
        terminal.note('The token was revoked.');
      } else if (name === undefined) {
        const tokens = await desk['token.list'](task, {});
        const fields = ['id', 'username', 'name', 'scope', 'lastUsedAt', 'expiresAt'] as const;
        await terminal.write(json ? jsonOf(tokens) : tableOf(tokens, fields));
      } else {
        const wanted = readInput(tokenInput, { name, scope, username, days: Number(days) });
        const made = await desk['token.add'](task, wanted);
        terminal.note(`Valid until ${localTime(made.expiresAt)}. It will not be shown again:`);
        await terminal.write(`${made.token}\n`);
      }
    },
  },
};

/** Says that a link was emailed, or writes it to stdout so that it can be piped. */
async function writeLink(
  { terminal }: CommandTask,
  { url, expiresAt }: { url: string | null; expiresAt: string },
): Promise<void> {
  const isEmailed = url === null ? 'The owner was emailed a link.' : 'Give it to the owner only.';
  terminal.note(`${isEmailed} It can be used once, until ${localTime(expiresAt)}.`);
  if (url !== null) await terminal.write(`${url}\n`);
}
