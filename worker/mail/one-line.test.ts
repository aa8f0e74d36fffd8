import { expect, it } from 'vitest';

import { oneLine } from './one-line.ts';

it.each([
  ['plain', 'plain'],
  ['a\r\nBcc: b@example.org', 'a Bcc: b@example.org'],
  ['a\u2028b\u0000c\td', 'a b c d'],
  ['=?utf-8?q?=0D=0ABcc:_b?=', '= ?utf-8?q?=0D=0ABcc:_b?='],
  ['\u202egnp.exe\u202c', 'gnp.exe'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
])('makes one honest line of %j', (text, line) => {
  expect(oneLine(text, 100)).toBe(line);
});

it('cuts what is too long without breaking a character', () => {
  expect(oneLine('👋👋👋👋', 3)).toBe('👋👋…');
  expect(oneLine('abc', 3)).toBe('abc');
});
