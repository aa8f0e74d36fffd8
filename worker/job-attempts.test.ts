import { UnrecoverableError } from 'bullmq';
import { expect, it } from 'vitest';

import { failureCode, isLastAttempt, withoutMessage } from './job-attempts.ts';

it.each([
  [0, 1, true],
  [0, 2, false],
  [1, 2, true],
  [0, undefined, true],
])('after %i attempts of %s: the last one is %s', (attemptsMade, attempts, last) => {
  expect(isLastAttempt({ attemptsMade, opts: attempts ? { attempts } : {} })).toBe(last);
});

it('says of an error its code and never its message', () => {
  const smtp = Object.assign(new Error('<MARKED@example.org> unknown'), { responseCode: 550 });
  const mongodb = Object.assign(new TypeError('dup key MARKED'), { code: 11000 });
  expect(failureCode(smtp)).toBe('smtp 550');
  expect(failureCode(mongodb)).toBe('TypeError 11000');
  expect(failureCode('MARKED')).toBe('string');
  expect(String(withoutMessage(mongodb).stack)).not.toContain('MARKED');
});

it('passes on what we say ourselves', () => {
  const error = new UnrecoverableError('These fields do not fit: version.');
  expect(withoutMessage(error)).toBe(error);
});
