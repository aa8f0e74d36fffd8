import { expect, it } from 'vitest';

import { endMoment, firstMoment } from './days.ts';

it('reads a day in South African time, from its start to its end', () => {
  expect(firstMoment.parse('2024-06-30')).toEqual(new Date('2024-06-29T22:00:00Z'));
  expect(endMoment.parse('2024-06-30')).toEqual(new Date('2024-06-30T22:00:00Z'));
});

it('reads a time as the same moment, both as a start and as an end', () => {
  expect(firstMoment.parse('2024-06-30T08:15:00Z')).toEqual(new Date('2024-06-30T08:15:00Z'));
  expect(endMoment.parse('2024-06-30T08:15:00+02:00')).toEqual(new Date('2024-06-30T06:15:00Z'));
});

it.each(['', 'yesterday', '30/06/2024', '2024-02-30', '2024-6-1', '{"$gt":""}'])(
  'refuses %j',
  (value) => {
    expect(firstMoment.safeParse(value).success).toBe(false);
    expect(endMoment.safeParse(value).success).toBe(false);
  },
);
