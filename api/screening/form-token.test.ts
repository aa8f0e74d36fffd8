import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';

import { checkFormToken, issueFormToken } from './form-token.ts';

const key = createSecretKey('a key of this test only', 'utf8');
const issuedAt = Date.UTC(2024, 5, 3, 8);
const token = issueFormToken(key, issuedAt);

it('accepts a token that is between three seconds and three days old', () => {
  const after = (ms: number) => checkFormToken(key, token, issuedAt + ms);
  expect(after(0)).toBe('too-fast');
  expect(after(2_999)).toBe('too-fast');
  expect(after(3_000)).toBe('good');
  expect(after(3 * 86_400_000)).toBe('good');
  expect(after(3 * 86_400_000 + 1)).toBe('old-token');
});

it.each([
  ['signed with another key', issueFormToken(createSecretKey('another', 'utf8'), issuedAt)],
  [
    'with another time',
    `${(issuedAt - 60_000).toString(36)}.${token.split('.').slice(1).join('.')}`,
  ],
  ['cut short', token.slice(0, -1)],
  ['without a signature', 'x'],
  ['from the future', issueFormToken(key, issuedAt + 3_600_000)],
])('reports a token %s as forged', (_what, forged) => {
  expect(checkFormToken(key, forged, issuedAt + 10_000)).toBe('forged-token');
});

it('issues a different token each time, even within a millisecond', () => {
  expect(issueFormToken(key, issuedAt)).not.toBe(token);
});

it('reports a missing token', () => {
  expect(checkFormToken(key, undefined, issuedAt)).toBe('no-token');
  expect(checkFormToken(key, '', issuedAt)).toBe('no-token');
});

it('issues tokens that are short enough for the header', () => {
  expect(token).toMatch(/^[\w.-]{20,40}$/);
});
