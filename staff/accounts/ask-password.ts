import { CommandError } from '../errors.ts';
import type { Terminal } from '../terminal.ts';
import { objectionToPassword, shortestPassword } from './check-password.ts';

/**
 * Asks for a new password, twice where it cannot be seen.
 *
 * @throws CommandError that says why it cannot be used.
 */
export async function askPassword(terminal: Terminal, username: string): Promise<string> {
  const password = await terminal.secret(
    `Password for ${username} (at least ${shortestPassword} characters; it is not shown):`,
  );
  const objection = objectionToPassword(password, username);
  if (objection) throw new CommandError(objection);
  if (terminal.interactive && (await terminal.secret('The same again:')) !== password) {
    throw new CommandError('The two were not the same. Nothing was changed.');
  }
  return password;
}
