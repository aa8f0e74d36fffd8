import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';

import { checkFormToken, issueFormToken } from './form-token.ts';

const key = createSecretKey('a key of this test only', 'utf8');
const met = Date.UTC(2024, 5, 3, 8);
const token = issueFormToken(key, met);

it('tells how long a form was before somebody', () => {
  const after = (ms: number) => checkFormToken(key, token, met + ms);
  expect(after(0)).toBe('too-fast');
  expect(after(2_999)).toBe('too-fast');
  expect(after(3_000)).toBe('good');
  expect(after(3 * 86_400_000)).toBe('good');
  expect(after(3 * 86_400_000 + 1)).toBe('old-token');
});

it.each([
  ['of another key', issueFormToken(createSecretKey('another', 'utf8'), met)],
  ['with another moment', `${(met - 60_000).toString(36)}.${token.split('.')[1] ?? ''}`],
  ['cut short', token.slice(0, -1)],
  ['that is none', 'x'],
  ['of the future', issueFormToken(key, met + 3_600_000)],
])('knows a token %s as forged', (_what, forged) => {
  expect(checkFormToken(key, forged, met + 10_000)).toBe('forged-token');
});

it('knows when there is none', () => {
  expect(checkFormToken(key, undefined, met)).toBe('no-token');
  expect(checkFormToken(key, '', met)).toBe('no-token');
});

it('fits into the header that carries it', () => {
  expect(token).toMatch(/^[\w.-]{20,40}$/);
});
