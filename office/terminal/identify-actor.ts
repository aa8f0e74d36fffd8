import { userInfo } from 'node:os';

import { listUsers } from '../../storage/users.ts';
import { officeApi } from '../office-api.ts';
import { may } from '../rights.ts';
import { requireRight } from '../server/run-action.ts';
import type { Actor, TaskContext } from '../server/task.ts';
import { CommandError, typed, type Command } from './command.ts';
import { UsageError } from './read-arguments.ts';
import type { Terminal } from './terminal.ts';

/**
 * The actor of a command in the audit trail: the system user and the account given by `--as` or
 * asked for, because in a container everyone is the same system user.
 *
 * @throws UsageError without a terminal to ask; CommandError if the account lacks the right.
 */
export async function identifyActor(
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
