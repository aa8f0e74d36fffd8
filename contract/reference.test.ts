import { expect, it } from 'vitest';

import { referenceOf } from './reference.ts';

it('turns the first 40 bits of an id into two groups of four', () => {
  expect(referenceOf('00000000-0000-4000-8000-000000000000')).toBe('0000-0000');
  expect(referenceOf('ffffffff-ff00-4000-8000-000000000000')).toBe('ZZZZ-ZZZZ');
  expect(referenceOf('00000000-2100-4000-8000-000000000000')).toBe('0000-0011');
});

it('gives the same reference for the same id, and others for others', () => {
  const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  expect(referenceOf(id)).toBe(referenceOf(id.toUpperCase()));
  expect(referenceOf(id)).not.toBe(referenceOf('7c9e6679-7525-40de-944b-e07fc1f90ae7'));
});

it('refuses what is not a UUID', () => {
  expect(() => referenceOf('not-an-id')).toThrow(RangeError);
});
