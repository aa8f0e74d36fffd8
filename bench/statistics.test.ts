import { expect, it } from 'vitest';

import { median, percentile, ratios } from './statistics.ts';

it('finds the middle of an odd and of an even number of values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

it('finds percentiles between the nearest values', () => {
  const values = Array.from({ length: 101 }, (_, index) => index);
  expect(percentile(values, 99)).toBe(99);
  expect(percentile([10, 20], 25)).toBe(12.5);
  expect(() => percentile([], 50)).toThrow(RangeError);
});

it('compares only what was measured in the same round', () => {
  expect(ratios([2, 9], [4, 3])).toEqual([0.5, 3]);
});
