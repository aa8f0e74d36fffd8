import { expect, it } from 'vitest';

import { daysBetween, exactTime, fullTime, localDay, localTime, momentOf } from './time.ts';

const justAfterMidnight = '2026-11-22T22:30:00Z';

it('formats times in South African time in any system time zone', () => {
  expect(exactTime(justAfterMidnight)).toBe('23 Nov, 00:30');
  expect(fullTime(new Date(justAfterMidnight))).toMatch(/^Monday,? 23 November 2026 at 00:30$/);
  expect(localTime(justAfterMidnight)).toBe('2026-11-23 00:30');
});

it('begins a day at midnight in South Africa', () => {
  expect(localDay(justAfterMidnight)).toBe('2026-11-23');
  expect(momentOf('2026-11-23')).toEqual(new Date('2026-11-22T22:00:00Z'));
  expect(momentOf('2026-11-23', '07:30')).toEqual(new Date('2026-11-23T05:30:00Z'));
});

it('counts calendar days rather than periods of 24 hours', () => {
  expect(daysBetween('2026-11-22T21:59:00Z', justAfterMidnight)).toBe(1);
  expect(daysBetween('2026-11-23T08:00:00Z', justAfterMidnight)).toBe(0);
  expect(daysBetween('2026-11-24T08:00:00Z', justAfterMidnight)).toBe(-1);
});
