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
  'https://office.example',
  'https://127.0.0.1:4173',
  'http://office.example',
  'http://10.0.0.1',
])('sets the cookie at %s with Secure and the prefix __Host-', (url) => {
  expect(written(url)).toEqual([
    '__Host-office',
    token,
    { httpOnly: true, secure: true, sameSite: 'strict', path: '/' },
  ]);
});

it.each(['http://127.0.0.1:4173', 'http://localhost:4173', 'http://[::1]:4173'])(
  'sets the cookie at %s without Secure and the prefix, so that every browser accepts it',
  (url) => {
    expect(written(url)).toEqual([
      'office',
      token,
      { httpOnly: true, secure: false, sameSite: 'strict', path: '/' },
    ]);
  },
);

it.each([
  [`__Host-office=${token}`, token],
  [`a=b; __Host-office=${token}; c=d`, token],
  [`x__Host-office=${token}`, undefined],
  [`office=${token}`, undefined],
  [`__Host-office=${token}%00`, undefined],
  ['__Host-office=short', undefined],
  [undefined, undefined],
])('reads the cookies %j and finds the token %j', (cookie, found) => {
  expect(createSessionCookie('https://office.example').read({ headers: { cookie } })).toBe(found);
});
