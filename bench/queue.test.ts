import { expect, it } from 'vitest';

import { rateBetween } from './queue.ts';

const progress = [
  { at: 0, completed: 0 },
  { at: 1_000, completed: 10 },
  { at: 2_000, completed: 60 },
  { at: 4_000, completed: 110 },
];

it('counts from the first completed job to the last', () => {
  expect(rateBetween(progress, 0, 1)).toBeCloseTo(100 / 3);
});

it('tells the rate of a part', () => {
  expect(rateBetween(progress, 0, 0.5)).toBe(50);
  expect(rateBetween(progress, 0.5, 1)).toBe(25);
});
