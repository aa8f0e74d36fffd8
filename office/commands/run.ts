import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';

import type { TokenScope } from '#contract/roles.ts';
import type { Env } from '#server/settings.ts';
import { findToken } from '#storage/tokens.ts';
import { checkCredentials, listUsers, type Account } from '#storage/users.ts';
import { may, type Right } from '../rights.ts';
import { record, requireRight } from '../server/perform.ts';
import { createTaskContext, TaskError, type Actor } from '../server/task.ts';
import { backupCommands } from './backup.ts';
import { explain, type Command, type CommandTask } from './command.ts';
import { readCommandConfig } from './config.ts';
import { doctorCommands } from './doctor.ts';
import { restoreCommands } from './restore.ts';
import { submissionCommands } from './submissions.ts';
import { UsageError, type Terminal } from './terminal.ts';
import { userCommands } from './users.ts';

/** All commands. The first word of each is the name of its npm script. */
export const commands: Record<string, Command> = {
  ...userCommands,
  ...submissionCommands,
  ...doctorCommands,
  ...backupCommands,
  ...restoreCommands,
};

/** Runs a command line, and prints why it failed. Returns the exit code. */
export async function runLine(args: string[], env: Env, terminal: Terminal): Promise<number> {
  const names = [args.slice(0, 2).join(' '), args[0] ?? ''];
  const name = names.find((candidate) => Object.hasOwn(commands, candidate)) ?? '';
  const command = commands[name];
  if (!command || args.includes('--help')) {
    const all = Object.entries(commands).map(([key, { usage }]) => `${key} ${usage}`.trim());
    const wanted = all.filter((line) => `${line} `.startsWith(`${name || args[0]} `));
    terminal.note((wanted.length > 0 ? wanted : all).join('\n'));
    return args.includes('--help') ? 0 : 2;
  }
  let stores: ReturnType<typeof createTaskContext> | undefined;
  try {
    const { as, words, options } = readArguments(command, args.slice(name.split(' ').length));
    const { officeToken, ...config } = readCommandConfig(env);
    stores = createTaskContext(config);
    const task = { ...config, ...stores, terminal, env };
    const isOpen = command.right === 'without account';
    const actor = isOpen ? system : await identifyActor(task, command, as, officeToken);
    const code = await command.run({ ...task, ...actor }, words, options);
    return typeof code === 'number' ? code : 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.note(explain(error) + (isUsage ? `\nUsage: ${name} ${command.usage}` : ''));
    return command.failure ?? (isUsage ? 2 : 1);
  } finally {
    await stores?.close();
  }
}

/** @throws UsageError for an unknown option, a missing value, or too few or too many words. */
function readArguments({ usage, right }: Command, args: string[]) {
  const known = right === 'without account' ? usage : `${usage} --as USERNAME`;
  const options = [...known.matchAll(/--([a-z-]+)( \w)?/g)].map(
    ([, option = '', value]) => [option, { type: value ? 'string' : 'boolean' }] as const,
  );
  const places = usage.replace(/\[?--.*/, '').match(/\S+/g) ?? [];
  try {
    const given = { args, options: Object.fromEntries(options), allowPositionals: true };
    const { values, positionals: words } = parseArgs(given);
    const least = places.filter((place) => !/^[[…]/.test(place)).length;
    const most = usage.includes('…') ? Infinity : places.length;
    if (words.length < least || words.length > most) {
      throw new Error(`${words.length} words are given, apart from options.`);
    }
    const { as: account, ...others } = values;
    return { as: account as string | undefined, words, options: others };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const system: Actor = { actor: `cli:${userInfo().username}`, role: undefined };

/**
 * Identifies an account by a token, or by name and password, and requires the command's right.
 * Attempts are not limited, because anybody who can run commands can read the password hashes.
 * @throws UsageError if an account or a password is missing; TaskError if refused.
 */
export async function identifyActor(
  { database, terminal }: Pick<CommandTask, 'database' | 'terminal'>,
  { right, isForFirstAccount }: Pick<Command, 'right' | 'isForFirstAccount'>,
  as?: string,
  token?: string,
): Promise<Actor> {
  const store = await database();
  function actAs({ username, role }: Account, scope?: TokenScope): Actor {
    const actor = { actor: `${system.actor}/${username}`, role, scope };
    requireRight(actor, { right: right as Right }, `The account ${username}`);
    return actor;
  }
  if (token !== undefined) {
    const { account, scope } = (await findToken(store, token)) ?? {};
    if (account && (as ?? account.username) === account.username) return actAs(account, scope);
    throw new TaskError('denied', 'OFFICE_TOKEN is not a valid token for this account.');
  }
  // Disabled accounts do not count. Otherwise nobody could add an account after all were disabled.
  const accounts = await listUsers(store, { disabled: false });
  const isManaged = accounts.some(({ role }) => may(role, 'account.manage'));
  if (isForFirstAccount && as === undefined && !isManaged) {
    terminal.note(
      `There is no account that can manage accounts, so this is recorded as ${system.actor}. From now on, every command requires an account.`,
    );
    return { ...system, role: 'officer' };
  }
  if (accounts.length === 0) {
    throw new TaskError('conflict', 'There is no account to sign in with. Add one: users add.');
  }
  const remedy = 'set OFFICE_TOKEN, or add --as USERNAME and pipe its password';
  if (!as && !terminal.interactive) throw new UsageError(`No account given: ${remedy}.`);
  const username = (as ?? (await terminal.ask('Your account:'))).trim().toLowerCase();
  const password = await terminal.ask(`Your password (${username}):`, true);
  if (password === '') throw new UsageError(`No password given: ${remedy}.`);
  const account = await checkCredentials(store, { username, password });
  if (account) return actAs(account);
  const ids = accounts.some((existing) => existing.username === username) ? [username] : [];
  await record({ database, ...system }, 'session.fail-sign-in', { ids, count: 1 });
  throw new TaskError('denied', 'Incorrect username or password.');
}
