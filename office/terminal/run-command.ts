import { userInfo } from 'node:os';

import { SettingsError } from '../../platform/settings.ts';
import { describeRefusal } from '../../storage/refusal.ts';
import { listUsers } from '../../storage/users.ts';
import { officeApi } from '../office-api.ts';
import { may } from '../rights.ts';
import { requireRight } from '../server/run-action.ts';
import { createTaskContext, TaskError, type Actor, type TaskContext } from '../server/task.ts';
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
import { auditCommands } from '../features/audit/commands.server.ts';
import { personalDataCommands } from '../features/people/commands.server.ts';
import { submissionCommands } from '../features/enquiries/commands.server.ts';
import type { Terminal } from './terminal.ts';
import { userCommands } from '../features/accounts/commands.server.ts';

/** The commands by npm script and name. */
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
    const stores = createTaskContext(readCommandConfig(env));
    try {
      await runAs({ ...stores, terminal }, command, given);
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

/** Runs a parsed command as an account with the required right. */
export async function runAs(
  context: Omit<CommandContext, keyof Actor>,
  { action }: Command,
  { as, run }: GivenCommand,
): Promise<void> {
  const { terminal } = context;
  const actor = await identifyActor(context, terminal, { as, action });
  await run({ ...context, ...actor, onProgress: terminal.progress });
}

/**
 * The actor of a command in the audit trail: the system user and the account given by `--as` or
 * asked for, because in a container everyone is the same system user.
 *
 * @throws UsageError without a terminal to ask; CommandError if the account lacks the right.
 */
async function identifyActor(
  { database }: Pick<TaskContext, 'database'>,
  terminal: Terminal,
  { as, action }: Pick<Command, 'action'> & { as: string | undefined },
): Promise<Actor> {
  const user = `cli:${systemUser()}`;
  const { right } = officeApi[action];
  // Disabled accounts do not count: otherwise the last one could never be enabled again.
  const accounts = (await listUsers(await database())).filter(({ disabled }) => !disabled);
  const isBootstrap =
    right === 'account.manage' && !accounts.some(({ role }) => may(role, 'account.manage'));
  if (as === undefined && (accounts.length === 0 || isBootstrap)) {
    const lacking = accounts.length === 0 ? 'sign in' : 'manage accounts';
    terminal.note(
      `There is no account that can ${lacking}, so this is recorded as ${user}. Once there is one (${typed('users -- add USERNAME')}), every command requires an account.`,
    );
    return { actor: user, role: 'officer' };
  }
  const username = as ?? (await askAccount(terminal));
  const account = accounts.find((one) => one.username === username);
  if (!account) throw new CommandError(`There is no account ${username} that can sign in.`);
  const role = isBootstrap ? 'officer' : account.role;
  requireRight(role, right, `The account ${username}`);
  return { actor: `${user}/${username}`, role };
}

async function askAccount(terminal: Terminal): Promise<string> {
  if (!terminal.interactive) throw new UsageError('No account given: add --as ACCOUNT.');
  return (await terminal.ask('Your account:')).trim().toLowerCase();
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** A suggestion, or else the help. */
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
    'Every command runs as an account: add --as ACCOUNT, or you will be asked.',
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
