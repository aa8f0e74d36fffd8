import { expect, it } from 'vitest';

import { summarize } from './server.ts';

const since = new Date('2026-11-15T22:00:00Z');
const now = new Date('2026-11-24T10:00:00Z');
const figure = (at: string, more = {}) => ({
  createdAt: new Date(at),
  quarantined: false,
  doneAt: null,
  ...more,
});

it('counts by day and week in South African time', () => {
  const { days, weeks, spamShare } = summarize(
    [
      figure('2026-11-16T21:59:59Z'),
      figure('2026-11-16T22:00:00Z'),
      figure('2026-11-23T09:00:00Z', { quarantined: true }),
    ],
    since,
    now,
  );
  expect(days).toHaveLength(9);
  expect(days.slice(0, 2)).toEqual([
    { day: '2026-11-16', received: 1, quarantined: 0 },
    { day: '2026-11-17', received: 1, quarantined: 0 },
  ]);
  expect(weeks).toEqual([
    { day: '2026-11-16', received: 2, quarantined: 0 },
    { day: '2026-11-23', received: 0, quarantined: 1 },
  ]);
  expect(spamShare).toBeCloseTo(1 / 3);
});

it('computes the median time to close, and none without closed enquiries', () => {
  const done = (hours: number) => {
    const createdAt = new Date('2026-11-16T08:00:00Z');
    return {
      createdAt,
      quarantined: false,
      doneAt: new Date(createdAt.getTime() + hours * 3_600_000),
    };
  };
  const { medianTimeToDone } = summarize([done(1), done(50), done(3)], since, now);
  expect(medianTimeToDone).toBe(3 * 3_600_000);
  expect(summarize([], since, now)).toMatchObject({ medianTimeToDone: null, spamShare: null });
});
