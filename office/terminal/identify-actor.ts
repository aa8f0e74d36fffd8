import { userInfo } from 'node:os';

import { listUsers } from '../../storage/users.ts';
import { may, refusalOf } from '../rights.ts';
import type { TaskContext } from '../server/task.ts';
import { CommandError, typed, type Command } from './command.ts';
import { UsageError } from './read-arguments.ts';
import type { Terminal } from './terminal.ts';

/**
 * The actor of a command in the audit trail: the system user and the account given by `--as` or asked
 * for, because in a container everybody is the same system user.
 *
 * @throws UsageError without a terminal to ask; CommandError if the account lacks the right.
 */
export async function identifyActor(
  { database }: Pick<TaskContext, 'database'>,
  terminal: Terminal,
  { as, right }: Pick<Command, 'right'> & { as: string | undefined },
): Promise<string> {
  const user = `cli:${systemUser()}`;
  // Disabled accounts do not count: otherwise the last one could never be enabled again.
  const accounts = (await listUsers(await database())).filter(({ disabled }) => !disabled);
  const isBootstrap =
    right === 'account.manage' && !accounts.some(({ role }) => may(role, 'account.manage'));
  if (as === undefined && (accounts.length === 0 || isBootstrap)) {
    const lacking = accounts.length === 0 ? 'sign in' : 'manage accounts';
    terminal.note(
      `There is no account that can ${lacking}: this is recorded as ${user}. Once there is one (${typed('users -- add USERNAME')}), each command is given in its name.`,
    );
    return user;
  }
  const username = as ?? (await askAccount(terminal));
  const account = accounts.find((one) => one.username === username);
  if (!account) throw new CommandError(`There is no account ${username} that can sign in.`);
  if (!isBootstrap && !may(account.role, right)) {
    throw new CommandError(refusalOf(right, `The account ${username}`));
  }
  return `${user}/${username}`;
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
