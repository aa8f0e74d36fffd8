import { expect, it } from 'vitest';

import { percentile, rateBetween, ratios, describeProgress } from './figures.ts';

it('computes the median of an odd number of values, and of an even number', () => {
  expect(percentile([3, 1, 2], 50)).toBe(2);
  expect(percentile([4, 1, 2, 3], 50)).toBe(2.5);
});

it('interpolates percentiles, and throws without values', () => {
  const values = Array.from({ length: 101 }, (_, index) => index);
  expect(percentile(values, 99)).toBe(99);
  expect(percentile([10, 20], 25)).toBe(12.5);
  expect(() => percentile([], 50)).toThrow(RangeError);
});

it('divides each value by the base from the same round', () => {
  expect(ratios([2, 9], [4, 3])).toEqual([0.5, 3]);
});

const progress = [
  { at: 0, completed: 0 },
  { at: 1_000, completed: 10 },
  { at: 2_000, completed: 60 },
  { at: 4_000, completed: 110 },
];

it('computes the rate from the first completed job to the last', () => {
  expect(rateBetween(progress, 0, 1)).toBeCloseTo(100 / 3);
});

it('computes the rate for part of a run', () => {
  expect(rateBetween(progress, 0, 0.5)).toBe(50);
  expect(rateBetween(progress, 0.5, 1)).toBe(25);
});

it('estimates the remaining time from the pace so far', () => {
  expect(describeProgress(0, 500)).toBe('0%');
  expect(describeProgress(0.25, 10_000)).toBe('25%, 30 s left');
  expect(describeProgress(0.5, 600_000)).toBe('50%, 10 min left');
  expect(describeProgress(1, 600_000)).toBe('100%, 0 s left');
});
