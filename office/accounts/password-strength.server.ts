import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

import type { Account } from '#storage/users.ts';
import { TaskError, type TaskContext } from '../server/task.ts';

/** The guesses that a password must withstand, as zxcvbn estimates them. */
const minGuesses = 1e14;
/** Only this many characters are checked, because the time grows with their square. */
const maxChecked = 48;

let zxcvbn: Promise<ZxcvbnFactory> | undefined;

/** Checks that a password is hard to guess. @throws TaskError that says why it is refused. */
export async function checkPassword(
  { letters }: Pick<TaskContext, 'letters'>,
  password: string,
  { username, name = '', email = '' }: Pick<Account, 'username'> & Partial<Account>,
): Promise<void> {
  if (Array.from(password).length < 12) {
    throw new TaskError('invalid', 'The password must have at least 12 characters.');
  }
  const accountTexts = [username, name, email.replace(/@.*/, ''), letters.company.name];
  const words = accountTexts
    .flatMap((text) => [text, ...text.split(/[^\p{L}\d]+/u)])
    .filter(Boolean);
  const checker = await (zxcvbn ??= loadZxcvbn());
  if (checker.check(password.slice(0, maxChecked), words).guesses >= minGuesses) return;
  throw new TaskError(
    'invalid',
    'The password is too easy to guess. Four unrelated words, or 16 random characters, make a good password.',
  );
}

/** Loads zxcvbn on first use, because loading it ranks tens of thousands of words. */
async function loadZxcvbn(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const common = await import('@zxcvbn-ts/language-common');
  const english = await import('@zxcvbn-ts/language-en');
  const dictionary = { ...common.dictionary, ...english.dictionary };
  return new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs });
}
