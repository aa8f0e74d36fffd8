import { UnrecoverableError } from 'bullmq';
import { expect, it } from 'vitest';

import { storeSubmissionJob } from '../contract/jobs.ts';
import { createSubmissionPayload } from '../testing/enquiry.ts';
import { failureCode } from '../platform/reason.ts';
import { isLastAttempt, parsePayload, withoutMessage } from './process-job.ts';

const payload = createSubmissionPayload();

function failure(data: unknown): unknown {
  try {
    return parsePayload(storeSubmissionJob.schema, { data });
  } catch (error) {
    return error;
  }
}

it('returns a valid payload', () => {
  expect(parsePayload(storeSubmissionJob.schema, { data: payload })).toEqual(payload);
});

it('names invalid fields without their values', () => {
  const error = failure({ ...payload, version: 2, form: { ...payload.form, email: 'MARKED' } });
  expect(error).toBeInstanceOf(UnrecoverableError);
  expect(String(error)).toContain('version, form.email');
  expect(String(error)).not.toContain('MARKED');
});

it.each([undefined, null, 'MARKED', []])('rejects the payload %j', (data) => {
  const error = failure(data);
  expect(error).toBeInstanceOf(UnrecoverableError);
  expect(String(error)).not.toContain('MARKED');
});

it.each([
  [0, 1, true],
  [0, 2, false],
  [1, 2, true],
  [0, undefined, true],
])('after %i of %s attempts, the next is the last: %s', (attemptsMade, attempts, last) => {
  expect(isLastAttempt({ attemptsMade, opts: attempts ? { attempts } : {} })).toBe(last);
});

it('reduces an error to its code', () => {
  const smtp = Object.assign(new Error('<MARKED@example.org> unknown'), { responseCode: 550 });
  const mongodb = Object.assign(new TypeError('dup key MARKED'), { code: 11000 });
  expect(failureCode(smtp)).toBe('smtp 550');
  expect(failureCode(mongodb)).toBe('TypeError 11000');
  expect(failureCode('MARKED')).toBe('string');
  expect(String(withoutMessage(mongodb).stack)).not.toContain('MARKED');
});

it('keeps the message of our own errors', () => {
  const error = new UnrecoverableError('Invalid fields: version.');
  expect(withoutMessage(error)).toBe(error);
});
