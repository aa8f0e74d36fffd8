import { userInfo } from 'node:os';

import { SettingsError } from '../../platform/settings.ts';
import { describeRefusal } from '../../storage/refusal.ts';
import { findToken } from '../../storage/tokens.ts';
import { checkCredentials, listUsers, type Account } from '../../storage/users.ts';
import { may } from '../rights.ts';
import { record, requireRight } from '../server/run-action.ts';
import { createTaskContext, TaskError, usernameOf, type Actor } from '../server/task.ts';
import {
  CommandError,
  typed,
  type Command,
  type CommandContext,
  type GivenCommand,
  didYouMean,
  UsageError,
} from './command.ts';
import { readCommandConfig } from './config.ts';
import { ruleOf } from '../features/audit/audit-words.ts';
import { auditCommands } from '../features/audit/commands.server.ts';
import { personalDataCommands } from '../features/people/commands.server.ts';
import { submissionCommands } from '../enquiries/commands.server.ts';
import type { Terminal } from './terminal.ts';
import { userCommands } from '../accounts/commands.server.ts';

/** The commands, by npm script and then by name. */
export const commands: Record<string, Record<string, Command>> = {
  users: userCommands,
  submissions: { ...submissionCommands, ...personalDataCommands, ...auditCommands },
};

/** Runs one command. Returns the exit code: 0, 1 for a failure, 2 for a wrong command line. */
export async function runCommand(
  [group = '', name = '', ...args]: string[],
  env: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<number> {
  const own = commandsOf(group);
  const command = own && Object.hasOwn(own, name) ? own[name] : undefined;
  if (command && args.includes('--help')) {
    await terminal.write(`Usage: ${typed(command.usage)}\n`);
    return 0;
  }
  if (own && name === '--help') {
    await terminal.write(`${describeCommands(group, '')}\n`);
    return 0;
  }
  if (!command) {
    terminal.note(describeCommands(group, name));
    return 2;
  }
  try {
    const given = command.read(args);
    const { officeToken, ...config } = readCommandConfig(env);
    const stores = createTaskContext(config, (line) => terminal.log(line));
    try {
      await runAs({ ...stores, terminal }, command, given, officeToken);
    } finally {
      await stores.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.note(`${error.message}\nUsage: ${typed(command.usage)}`);
      return 2;
    }
    terminal.note(describeFailure(error));
    return 1;
  }
}

/** Runs a parsed command with the rights of an account. */
export async function runAs(
  context: Omit<CommandContext, keyof Actor>,
  { action }: Command,
  { as, run }: GivenCommand,
  officeToken?: string,
): Promise<void> {
  const actor = await identifyActor(context, action, { as, officeToken });
  requireRight(actor, ruleOf(action), `The account ${usernameOf(actor.actor)}`);
  await run({ ...context, ...actor, onProgress: context.terminal.progress });
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
  { database, terminal }: Pick<CommandContext, 'database' | 'terminal'>,
  action: Command['action'],
  { as, officeToken }: Record<'as' | 'officeToken', string | undefined>,
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
    if (!account || account.username !== (as ?? account.username)) {
      throw new CommandError('OFFICE_TOKEN is not a valid token for this account.');
    }
    return { ...actorOf(account), scope };
  }
  // Disabled accounts do not count. Otherwise nobody could add an account after all were disabled.
  const accounts = (await listUsers(store)).filter(({ disabled }) => !disabled);
  const isManaged = accounts.some(({ role }) => may(role, 'account.manage'));
  if (action === 'account.add' && as === undefined && !isManaged) {
    terminal.note(
      `There is no account that can manage accounts, so this is recorded as ${system}. From now on, every command requires an account.`,
    );
    return { actor: system, role: 'officer', authenticatedAt: new Date() };
  }
  if (accounts.length === 0) {
    const add = typed('users -- add USERNAME');
    throw new CommandError(`There is no account that can sign in. Add the first one: ${add}`);
  }
  const username = as ?? (await askAccount(terminal));
  const password = await terminal.secret(`Your password (${username}):`);
  if (password === '')
    throw new UsageError('No password given: type or pipe it, or set OFFICE_TOKEN.');
  const account = await checkCredentials(store, { username, password });
  if (account) return { ...actorOf(account), authenticatedAt: new Date() };
  const ids = accounts.some((one) => one.username === username) ? [username] : [];
  const nobody = { database, actor: system, role: undefined };
  await record(nobody, 'session.fail-sign-in', { ids, count: 1 });
  throw new CommandError('Incorrect username or password.');
}

async function askAccount(terminal: Terminal): Promise<string> {
  if (!terminal.interactive) {
    const remedy = 'set OFFICE_TOKEN, or add --as USERNAME and pipe its password';
    throw new UsageError(`No account given: ${remedy}.`);
  }
  return (await terminal.ask('Your account:')).trim().toLowerCase();
}

/** The operating system user who runs the command. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * The help. If the name of a command or group is unknown, but similar to a known name, returns only
 * an error that suggests the known name.
 */
function describeCommands(group: string, name: string): string {
  const own = commandsOf(group);
  const [unknown, before] = own ? [name, `${group} `] : [group, ''];
  const meant = didYouMean(unknown, Object.keys(own ?? commands), before);
  const isNamed = unknown !== '' && !unknown.startsWith('-');
  const refusal = `There is no command ${before}${unknown}.${meant}`;
  if (meant) return refusal;
  const shown = (own ? [own] : Object.values(commands)).flatMap(Object.values<Command>);
  return [
    ...(isNamed ? [refusal] : []),
    ...shown.map(({ usage, summary }) => `${typed(usage)}\n    ${summary}`),
    'Commands ask for your account, unless you pass --as USERNAME, and then for its password. Scripts that list, show or export enquiries can set OFFICE_TOKEN instead.',
  ].join('\n');
}

function commandsOf(group: string): Record<string, Command> | undefined {
  return Object.hasOwn(commands, group) ? commands[group] : undefined;
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const forPeople = [TaskError, CommandError, SettingsError];
  if (forPeople.some((kind) => error instanceof kind)) return error.message;
  const refusal = describeRefusal(error);
  if (refusal !== undefined) return refusal;
  if (error.name.startsWith('Mongo')) return `MongoDB failed: ${error.name}.`;
  return `The command failed: ${error.stack ?? error.message}`;
}
