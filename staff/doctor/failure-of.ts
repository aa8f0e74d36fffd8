import { describeError } from '../../platform/describe-error.ts';
import { TimeLimitError } from '../../platform/time-limit.ts';
import { CommandError } from '../errors.ts';

/** Why something could not be looked at, in words without an address or a password. */
export function failureOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof TimeLimitError) return 'It does not answer.';
  const { name, code } = describeError(error);
  return `It cannot be looked at (${[name, code].filter((part) => part !== undefined).join(' ')}).`;
}
