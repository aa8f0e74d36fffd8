import { expect, it } from 'vitest';

import { readReference } from './read-reference.ts';
import { referenceOf } from './reference.ts';

it('turns the first 40 bits of an id into two groups of four characters', () => {
  expect(referenceOf('00000000-0000-4000-8000-000000000000')).toBe('0000-0000');
  expect(referenceOf('ffffffff-ff00-4000-8000-000000000000')).toBe('ZZZZ-ZZZZ');
  expect(referenceOf('00000000-2100-4000-8000-000000000000')).toBe('0000-0011');
});

it('ignores the case of an id, but not a change in its first ten digits', () => {
  const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  expect(referenceOf(id)).toBe(referenceOf(id.toUpperCase()));
  expect(referenceOf(id)).not.toBe(referenceOf('7c9e6679-7525-40de-944b-e07fc1f90ae7'));
});

it('throws if the id is not a UUID', () => {
  expect(() => referenceOf('not-an-id')).toThrow(RangeError);
});

it.each([
  '7F3K-92QD',
  '7f3k-92qd',
  ' 7f3k 92qd ',
  '7F3K92QD',
  '7 f 3 k 9 2 q d',
  '7F3K–92QD',
  '7F3K\u00a092QD',
])('reads the reference in %j', (text) => {
  expect(readReference(text)).toBe('7F3K-92QD');
});

it('reads letters that look like digits as those digits', () => {
  expect(readReference('oOiI-lL01')).toBe('0011-1101');
});

it.each(['', '7F3K', '7F3K-92QU', '7F3K-92QDX', 'thabo', '7F3K.92QD', '7F3K_92QD'])(
  'finds no reference in %j',
  (text) => {
    expect(readReference(text)).toBeUndefined();
  },
);

it('reads back its own references', () => {
  const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  expect(readReference(referenceOf(id).toLowerCase())).toBe(referenceOf(id));
});
