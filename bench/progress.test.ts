import { expect, it } from 'vitest';

import { describeProgress } from './progress.ts';

it('estimates the remaining time from the pace so far', () => {
  expect(describeProgress(0, 500)).toBe('0 %');
  expect(describeProgress(0.25, 10_000)).toBe('25 %, 30 s left');
  expect(describeProgress(0.5, 600_000)).toBe('50 %, 10 min left');
  expect(describeProgress(1, 600_000)).toBe('100 %, 0 s left');
});
