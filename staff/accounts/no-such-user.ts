import { CommandError } from '../errors.ts';

export function noSuchUser(username: string): CommandError {
  return new CommandError(`There is no user ${username}.`);
}
