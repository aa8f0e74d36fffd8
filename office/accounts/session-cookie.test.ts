import type { Response } from 'express';
import { expect, it } from 'vitest';

import { createSessionCookie } from './session-cookie.server.ts';

const token = 'x'.repeat(43);

/** The name, value and options of the cookie that an enquiries desk at this URL sets. */
function written(officeUrl: string): unknown[] {
  let given: unknown[] = [];
  const response = { cookie: (...all: unknown[]) => (given = all) } as unknown as Response;
  createSessionCookie(officeUrl).write(response, token);
  return given;
}

it.each([
  ['https://127.0.0.1:4173', '__Host-office', true],
  ['http://office.example', '__Host-office', true],
  ['http://127.0.0.1:4173', 'office', false],
  ['http://localhost:4173', 'office', false],
  ['http://[::1]:4173', 'office', false],
])('PROMISE 13: at %s the cookie is %s, and secure: %s', (url, name, secure) => {
  const options = { httpOnly: true, secure, sameSite: 'strict', path: '/' };
  expect(written(url)).toEqual([name, token, options]);
});

it.each([
  [`__Host-office=${token}`, token],
  [`a=b; __Host-office=${token}; c=d`, token],
  [`x__Host-office=${token}`, undefined],
  [`office=${token}`, undefined],
  [`__Host-office=${token}%00`, undefined],
  ['__Host-office=short', undefined],
  [undefined, undefined],
])('reads the cookies %j and finds the token %j', (cookie, sessionToken) => {
  expect(createSessionCookie('https://office.example').read({ headers: { cookie } })).toBe(
    sessionToken,
  );
});
