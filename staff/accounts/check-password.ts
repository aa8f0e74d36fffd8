import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

export const shortestPassword = 12;
const longestPassword = 256;

/** From 0 to 4; below 3 a password falls within a day to whoever has a copy of its hash. */
const lowestScore = 3;

/** Why a password cannot be used, as a sentence; undefined if it can. */
export function objectionToPassword(password: string, username: string): string | undefined {
  const length = [...password].length;
  if (length < shortestPassword) {
    return `The password must have at least ${shortestPassword} characters.`;
  }
  if (length > longestPassword) {
    return `The password must have at most ${longestPassword} characters.`;
  }
  if (/\p{Cc}/u.test(password)) return 'The password must not contain control characters.';
  if (password.toLowerCase().includes(username.toLowerCase())) {
    return 'The password must not contain the username.';
  }
  const { score } = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }).check(password, [
    username,
  ]);
  if (score < lowestScore) {
    return 'The password is too easy to guess: it is common, or made of common ones. A few unrelated words make a good one.';
  }
  return undefined;
}
