import * as z from 'zod';

import { roles, tokenScopes } from '#contract/roles.ts';
import { localTime } from '#contract/time.ts';
import { accountsApi as api } from '../accounts/api.ts';
import { addAccount, manageHandlers as desk } from '../accounts/manage.server.ts';
import { may } from '../rights.ts';
import { flag, readInput, text, type Command, type CommandTask } from './run-command.ts';
import { CommandError, confirm, jsonOf, tableOf } from './terminal.ts';

const right = 'account.manage';
const tokenInput = z.object({
  name: z.string().trim().min(1).max(64),
  scope: z.enum(tokenScopes),
  days: z.int().min(1).max(365),
});

/** The commands of `npm run users --`. */
export const userCommands: Record<string, Command> = {
  'users add': {
    usage: `USERNAME [--role ${roles.join('|')}] [--name NAME] [--email ADDRESS] [--link]`,
    words: 1,
    options: { role: text, name: text, email: text, link: flag },
    right,
    isForFirstAccount: true,
    async run(task, [username], { link, ...details }) {
      const { accounts } = await desk['account.list'](task, {});
      const isManaged = accounts.some(({ disabled, role }) => !disabled && may(role, right));
      const given = { role: isManaged ? 'staff' : 'officer', ...details, username };
      const account = readInput(api['account.add'].input, given);
      if (link) return writeLink(task, await desk['account.add'](task, account));
      const password = await task.terminal.ask('Password of the new account:', true);
      await addAccount(task, { ...account, password });
      task.terminal.note(`The account was added, with the role ${account.role}.`);
    },
  },
  'users list': listing(
    async (task) => (await desk['account.list'](task, {})).accounts,
    ['username', 'role', 'disabled', 'lastSignInAt', 'name', 'email'],
  ),
  'users link': {
    usage: 'USERNAME',
    words: 1,
    right,
    async run(task, [username]) {
      const { id } = await findAccount(task, username);
      await writeLink(task, await desk['account.link'](task, { id }));
    },
  },
  'users role': {
    usage: `USERNAME ${roles.join('|')}`,
    words: 2,
    right,
    async run(task, [username, wanted]) {
      const { id, role: before } = await findAccount(task, username);
      const given = { id, role: wanted, seen: { role: before } };
      const { role = before, ...change } = readInput(api['account.change'].input, given);
      await desk['account.change'](task, { ...change, role });
      task.terminal.note(`The account has the role ${role}.`);
    },
  },
  'users disable': {
    usage: 'USERNAME [--yes]',
    words: 1,
    options: { yes: flag },
    right,
    async run(task, [username], { yes }) {
      const { id, role, disabled } = await findAccount(task, username);
      await confirm(task.terminal, yes, 'Nobody can sign in to this account any more.');
      await desk['account.change'](task, { id, disabled: true, seen: { role, disabled } });
      task.terminal.note('The account was disabled.');
    },
  },
  'users token make': {
    usage: `NAME --scope ${tokenScopes.join('|')} [--for USERNAME] [--days 90]`,
    words: 1,
    options: { scope: text, for: text, days: text },
    right,
    async run(task, [name], { scope, days = '90', for: username }) {
      const owner = typeof username === 'string' ? { username } : {};
      const wanted = readInput(tokenInput, { name, scope, days: Number(days) });
      const made = await desk['token.add'](task, { ...wanted, ...owner });
      task.terminal.note(`Valid until ${localTime(made.expiresAt)}. It will not be shown again:`);
      await task.terminal.write(`${made.token}\n`);
    },
  },
  'users token list': listing(
    async (task) => (await desk['token.list'](task, {})).tokens,
    ['id', 'username', 'name', 'scope', 'lastUsedAt', 'expiresAt'],
  ),
  'users token revoke': {
    usage: 'ID',
    words: 1,
    right,
    async run(task, [id = '']) {
      await desk['token.revoke'](task, { id });
      task.terminal.note('The token was revoked.');
    },
  },
};

/** A command that lists rows, with these fields in a table. */
function listing<Row>(
  read: (task: CommandTask) => Promise<Row[]>,
  fields: (keyof Row & string)[],
): Command {
  return {
    usage: '[--json]',
    options: { json: flag },
    right,
    async run(task, _words, { json }) {
      const rows = await read(task);
      await task.terminal.write(json ? jsonOf(rows) : tableOf(rows, fields));
    },
  };
}

/** @throws CommandError if there is no such account. */
async function findAccount(task: CommandTask, name = '') {
  const { accounts } = await desk['account.list'](task, {});
  const account = accounts.find(({ username }) => username === name.toLowerCase());
  if (!account) throw new CommandError(`There is no account ${name}.`);
  return account;
}

/** Says that a link was emailed, or writes it to stdout so that it can be piped. */
async function writeLink(
  { terminal }: CommandTask,
  { url, expiresAt }: { url: string | null; expiresAt: string },
): Promise<void> {
  const isEmailed = url === null ? 'The owner was emailed a link.' : 'Give it to the owner only.';
  terminal.note(`${isEmailed} It can be used once, until ${localTime(expiresAt)}.`);
  if (url !== null) await terminal.write(`${url}\n`);
}
