import { userInfo } from 'node:os';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import * as z from 'zod';

import { failureCode } from '#server/reasons.ts';
import { SettingsError } from '#server/settings.ts';
import { describeRefusal } from '#storage/mongodb.ts';
import { findToken } from '#storage/tokens.ts';
import { checkCredentials, listUsers } from '#storage/users.ts';
import type { CheckContext } from '../checks/check.ts';
import { may, type Right } from '../rights.ts';
import { record, requireRight } from '../server/perform.ts';
import { createTaskContext, TaskError, type Actor, type TaskContext } from '../server/task.ts';
import { readCommandConfig } from './config.ts';
import { CommandError, UsageError, type Terminal } from './terminal.ts';

export type Env = Record<string, string | undefined>;
export type CommandTask = TaskContext & CheckContext & { terminal: Terminal; env: Env };

export interface Command {
  /** What follows the name on the command line. */
  usage: string;
  /** How many words must follow the name, apart from options; by default none. */
  words?: number | 'any';
  options?: NonNullable<ParseArgsConfig['options']>;
  /** The right that the account needs. For other commands, no account is asked for. */
  right: Right | 'without account' | 'without stores';
  /** Needs no account while no account can manage accounts. */
  isForFirstAccount?: boolean;
  /** The exit code if it fails; by default 1, or 2 for a wrong command line. */
  failure?: number;
  /** Resolves to the exit code, or to anything else for 0. */
  run: (
    task: CommandTask,
    words: string[],
    options: Record<string, string | boolean | undefined>,
  ) => Promise<unknown>;
}

/** Runs a command, and prints why it failed. Returns the exit code. */
export async function runCommand(
  { name, command }: { name: string; command: Command },
  args: string[],
  env: Env,
  terminal: Terminal,
): Promise<number> {
  try {
    const { as, words, options } = readArguments(command, args);
    const { right, run } = command;
    if (right === 'without stores') {
      return codeOf(await run({ terminal, env } as CommandTask, words, options));
    }
    const { officeToken, ...config } = readCommandConfig(env);
    const stores = createTaskContext(config, terminal.log);
    const task = { ...config, ...stores, terminal, env };
    try {
      const nobody = right === 'without account';
      const actor = nobody ? nobodyHere() : await identifyActor(task, command, as, officeToken);
      return codeOf(await run({ ...task, ...actor }, words, options));
    } finally {
      await stores.close();
    }
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.note(explain(error) + (isUsage ? `\nUsage: ${name} ${command.usage}` : ''));
    return command.failure ?? (isUsage ? 2 : 1);
  }
}

const codeOf = (result: unknown) => (typeof result === 'number' ? result : 0);

/** @throws UsageError for an unknown option, a missing value, or too few or too many words. */
function readArguments({ words: wanted = 0, options, right }: Command, args: string[]) {
  const known = { ...options, ...(right.startsWith('without') ? {} : { as: text }) };
  try {
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
    if (wanted !== 'any' && positionals.length !== wanted) {
      throw new Error(`${positionals.length} words are given, apart from options.`);
    }
    const { as, ...given } = values as Record<string, string | boolean | undefined>;
    return { as: as as string | undefined, words: positionals, options: given };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;

/** Validates the input of an action of the desk. @throws UsageError that names a wrong field. */
export function readInput<Schema extends z.core.$ZodType>(schema: Schema, input: object) {
  const { success, data, error } = z.safeParse(schema, input);
  if (success) return data;
  const [issue] = error.issues;
  throw new UsageError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`);
}

/** Why a command failed, without credentials or personal data. */
export function explain(error: unknown): string {
  const expected = [TaskError, CommandError, UsageError, SettingsError];
  const { message, syscall = '' } = error as NodeJS.ErrnoException;
  const isAboutFile = ['open', 'scandir', 'write', 'rename'].includes(syscall);
  if (isAboutFile || expected.some((type) => error instanceof type)) return message;
  return describeRefusal(error) ?? `The command failed (${failureCode(error)}).`;
}

/** The user of the operating system. */
function nobodyHere(): Actor {
  const { username } = userInfo();
  return { actor: `cli:${username}`, role: undefined };
}

/**
 * Identifies the account that runs a command, by a token or by name and password, and requires the
 * command's right of it. Attempts are not limited, because anybody who can run commands can also
 * read the password hashes.
 *
 * @throws UsageError if an account or a password is missing; CommandError or TaskError if refused.
 */
export async function identifyActor(
  { database, terminal }: Pick<CommandTask, 'database' | 'terminal'>,
  { right, isForFirstAccount = false }: Pick<Command, 'right' | 'isForFirstAccount'>,
  as: string | undefined,
  officeToken: string | undefined,
): Promise<Actor> {
  const store = await database();
  const system = nobodyHere();
  function asAccount(account: { id: string; username: string; role: Actor['role'] }, how: object) {
    const { id: accountId, username, role } = account;
    const actor = { actor: `${system.actor}/${username}`, role, accountId, ...how };
    requireRight(actor, { right: right as Right }, `The account ${username}`);
    return actor;
  }
  if (officeToken !== undefined) {
    const { account, scope } = (await findToken(store, officeToken)) ?? {};
    if (account && (as ?? account.username) === account.username)
      return asAccount(account, { scope });
    throw new CommandError('OFFICE_TOKEN is not a valid token for this account.');
  }
  // Disabled accounts do not count. Otherwise nobody could add an account after all were disabled.
  const accounts = (await listUsers(store)).filter(({ disabled }) => !disabled);
  const isManaged = accounts.some(({ role }) => may(role, 'account.manage'));
  const authenticatedAt = new Date();
  if (isForFirstAccount && as === undefined && !isManaged) {
    terminal.note(
      `There is no account that can manage accounts, so this is recorded as ${system.actor}. From now on, every command requires an account.`,
    );
    return { ...system, role: 'officer', authenticatedAt };
  }
  if (accounts.length === 0) {
    throw new CommandError('There is no account that can sign in. Add the first one: users add.');
  }
  const remedy = 'set OFFICE_TOKEN, or add --as USERNAME and pipe its password';
  if (!as && !terminal.interactive) throw new UsageError(`No account given: ${remedy}.`);
  const username = (as ?? (await terminal.ask('Your account:'))).trim().toLowerCase();
  const password = await terminal.ask(`Your password (${username}):`, true);
  if (password === '') throw new UsageError(`No password given: ${remedy}.`);
  const account = await checkCredentials(store, { username, password });
  if (account) return asAccount(account, { authenticatedAt });
  const ids = accounts.some((one) => one.username === username) ? [username] : [];
  await record({ database, ...system }, 'session.fail-sign-in', { ids, count: 1 });
  throw new CommandError('Incorrect username or password.');
}
