import { userInfo } from 'node:os';

import { findToken } from '../../storage/tokens.ts';
import { checkCredentials, listUsers, type Account } from '../../storage/users.ts';
import { may } from '../rights.ts';
import { record, requireRight } from '../server/run-action.ts';
import { createTaskContext, usernameOf, type Actor } from '../server/task.ts';
import {
  CommandError,
  explain,
  readArguments,
  text,
  typed,
  UsageError,
  type Command,
  type CommandTask,
} from './command.ts';
import { readCommandConfig } from './config.ts';
import { submissionCommands } from './submissions.ts';
import type { Terminal } from './terminal.ts';
import { userCommands } from './users.ts';

/** The commands, by npm script and then by name. */
export const commands: Record<string, Record<string, Command>> = {
  users: userCommands,
  submissions: submissionCommands,
};

/** Runs one command. Returns the exit code: 0, 1 for a failure, 2 for a wrong command line. */
export async function runCommand(
  [group = '', name = '', ...args]: string[],
  env: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<number> {
  const own = commands[group] ?? {};
  const command = Object.hasOwn(own, name) ? own[name] : undefined;
  if (!command || args.includes('--help')) {
    const shown = command ? [command] : Object.values(commands[group] ?? allCommands());
    const isWanted = command !== undefined || [group, name].includes('--help');
    const help = describeCommands(shown);
    if (isWanted) await terminal.write(`${help}\n`);
    else terminal.note(help);
    return isWanted ? 0 : 2;
  }
  try {
    const options = { ...command.options, as: text };
    const { values, positionals } = readArguments(args, options);
    const { as, ...given } = values as Record<string, string | boolean | undefined>;
    const run = command.read(given, positionals);
    const { officeToken, ...config } = readCommandConfig(env);
    const stores = createTaskContext(config, (line) => terminal.log(line));
    try {
      const who = { as: as as string | undefined, officeToken };
      await runAs({ ...stores, terminal }, command, who, run);
    } finally {
      await stores.close();
    }
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.note(isUsage ? `${error.message}\nUsage: ${typed(command.usage)}` : explain(error));
    return isUsage ? 2 : 1;
  }
}

interface Who {
  /** The username given with `--as`. */
  as?: string | undefined;
  officeToken?: string | undefined;
}

/** Runs a parsed command with the rights of an account. */
export async function runAs(
  context: Omit<CommandTask, keyof Actor>,
  command: Pick<Command, 'right' | 'withoutAccount'>,
  who: Who,
  run: ReturnType<Command['read']>,
): Promise<void> {
  const actor = await identifyActor(context, command, who);
  requireRight(actor, command, `The account ${usernameOf(actor.actor)}`);
  await run({ ...context, ...actor, onProgress: (line) => context.terminal.progress(line) });
}

/**
 * Identifies the account that runs a command: by OFFICE_TOKEN, or by a username (from `--as` or a
 * prompt) and its password. While no account can manage accounts, `users -- add` needs none. The
 * audit trail also names the operating system's user. Attempts are not limited, because anyone who
 * can run commands can also read the password hashes.
 *
 * @throws UsageError if the username or the password is missing; CommandError if the token or the
 *   password is wrong, or if no account can sign in.
 */
async function identifyActor(
  { database, terminal }: Pick<CommandTask, 'database' | 'terminal'>,
  { withoutAccount = false }: Pick<Command, 'withoutAccount'>,
  { as, officeToken }: Who,
): Promise<Actor> {
  const system = `cli:${systemUser()}`;
  const store = await database();
  const actorOf = (account: Account) => ({
    actor: `${system}/${account.username}`,
    role: account.role,
    accountId: account.id,
  });
  if (officeToken !== undefined) {
    const { account, scope } = (await findToken(store, officeToken)) ?? {};
    if (account && account.username === (as ?? account.username)) {
      return { ...actorOf(account), scope };
    }
    throw new CommandError('OFFICE_TOKEN is not a valid token for this account.');
  }
  // Disabled accounts do not count. Otherwise nobody could add an account after all were disabled.
  const accounts = (await listUsers(store)).filter(({ disabled }) => !disabled);
  const isManaged = accounts.some(({ role }) => may(role, 'account.manage'));
  if (withoutAccount && as === undefined && !isManaged) {
    terminal.note(
      `There is no account that can manage accounts, so this is recorded as ${system}. From now on, every command requires an account.`,
    );
    return { actor: system, role: 'officer', authenticatedAt: new Date() };
  }
  if (accounts.length === 0) {
    const add = typed('users -- add USERNAME');
    throw new CommandError(`There is no account that can sign in. Add the first one: ${add}`);
  }
  const username = (as ?? (await askAccount(terminal))).trim().toLowerCase();
  const password = await terminal.secret(`Your password (${username}):`);
  if (password === '') {
    throw new UsageError('No password given: type or pipe it, or set OFFICE_TOKEN.');
  }
  const account = await checkCredentials(store, { username, password });
  if (account) return { ...actorOf(account), authenticatedAt: new Date() };
  const ids = accounts.some((one) => one.username === username) ? [username] : [];
  const nobody = { database, actor: system, role: undefined };
  await record(nobody, 'session.fail-sign-in', { ids, count: 1 });
  throw new CommandError('Incorrect username or password.');
}

function askAccount(terminal: Terminal): Promise<string> {
  if (terminal.interactive) return terminal.ask('Your account:');
  const remedy = 'set OFFICE_TOKEN, or add --as USERNAME and pipe its password';
  throw new UsageError(`No account given: ${remedy}.`);
}

/** The operating system user who runs the command. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

function allCommands(): Command[] {
  return Object.values(commands).flatMap((group) => Object.values(group));
}

function describeCommands(shown: Command[]): string {
  return [
    ...shown.map(({ usage, summary }) => `${typed(usage)}\n    ${summary}`),
    'Commands ask for your account, unless you pass --as USERNAME, and then for its password. Scripts that list, show or export enquiries can set OFFICE_TOKEN instead.',
  ].join('\n');
}
