import { expect, it } from 'vitest';

import { isRefusal } from './smtp-mailer.ts';

function smtpError(responseCode: number | undefined, command: string) {
  return Object.assign(new Error('x'), { responseCode, command });
}

it.each([
  [550, 'RCPT TO'],
  [553, 'RCPT TO'],
  [552, 'DATA'],
  [554, 'DATA'],
])('takes %i after %s for an answer', (code, command) => {
  expect(isRefusal(smtpError(code, command))).toBe(true);
});

it.each([
  [450, 'RCPT TO'],
  [421, 'DATA'],
  [554, 'CONN'],
  [550, 'MAIL FROM'],
  [535, 'AUTH PLAIN'],
  [530, 'RCPT TO'],
  [503, 'DATA'],
  [454, 'STARTTLS'],
  [undefined, 'CONN'],
])('tries again after %s to %s', (code, command) => {
  expect(isRefusal(smtpError(code, command))).toBe(false);
});

it('tries again after any other error', () => {
  expect(isRefusal(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe(false);
  expect(isRefusal('x')).toBe(false);
});
