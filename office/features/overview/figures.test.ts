import fc from 'fast-check';
import { expect, it } from 'vitest';

import { durationWords, labelEvery, summaryOf, ticksFor } from './figures.ts';

it('uses at most five ticks, at whole numbers from 0 to at least the maximum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), (max) => {
      const ticks = ticksFor(max);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }),
  );
  expect(ticksFor(0)).toEqual([0, 1]);
  expect(ticksFor(17)).toEqual([0, 5, 10, 15, 20]);
});

it.each([
  [20_000, 'under a minute'],
  [60_000, '1 minute'],
  [59.6 * 60_000, '1 hour'],
  [4 * 3_600_000, '4 hours'],
  [23.4 * 3_600_000, '23 hours'],
  [23.7 * 3_600_000, '1 day'],
  [30 * 3_600_000, '1 day'],
  [9 * 86_400_000, '9 days'],
])('formats %i ms as %s', (milliseconds, words) => {
  expect(durationWords(milliseconds)).toBe(words);
});

it('shows only as many labels as fit', () => {
  expect(labelEvery(12, 900, 60)).toBe(1);
  expect(labelEvery(28, 300, 50)).toBe(5);
});

it('summarises a chart in words', () => {
  const periods = [
    { day: '2026-11-16', received: 3, quarantined: 1 },
    { day: '2026-11-23', received: 0, quarantined: 0 },
  ];
  expect(summaryOf(periods, 'week')).toBe('4 in 2 weeks, 1 of them spam; 4 in the busiest week.');
});
