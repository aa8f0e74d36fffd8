import { UsageError } from '../errors.ts';

const wellFormed = /^[a-z\d][a-z\d._@-]{2,63}$/;

/**
 * The username in the form in which it is kept.
 *
 * @throws UsageError if it could not be typed everywhere; HTTP Basic allows no colon in it.
 */
export function readUsername(positionals: readonly string[]): string {
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw new UsageError('Give one username.');
  const username = given.trim().toLowerCase();
  if (wellFormed.test(username)) return username;
  throw new UsageError(
    'A username has 3 to 64 letters a to z, digits, dots, hyphens, underscores or @ signs, and begins with a letter or a digit.',
  );
}
