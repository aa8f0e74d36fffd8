import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { RedisClient } from '../platform/redis.ts';
import { createClock, timesOf } from './clock.ts';

const hour = 3_600_000;
const day = 24 * hour;
const years = 3_650 * day;
const right = Date.parse('2026-06-01T08:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: right });
});

afterEach(() => {
  vi.useRealTimers();
});

function clockWith({ worker = 0, redis = 0, mongodb = 0 }) {
  vi.setSystemTime(right + worker);
  const asked = vi.fn(() => Promise.resolve([String((right + redis) / 1_000), '0']));
  const report = vi.fn();
  const stores = {
    redis: { time: asked } as unknown as RedisClient,
    database: { now: () => Promise.resolve(right + mongodb) },
  };
  return { clock: createClock(stores, report), asked, report };
}

it.each(['worker', 'redis', 'mongodb'] as const)(
  'corrects and reports a wrong %s clock',
  async (name) => {
    for (const by of [years, -years]) {
      const { clock, report } = clockWith({ [name]: by });
      expect((await clock()).now).toBe(right);
      expect(report.mock.calls).toEqual([[name, by]]);
    }
  },
);

it('tolerates clocks that differ by minutes', async () => {
  const { clock, report } = clockWith({ worker: 600_000, redis: -600_000 });
  await clock();
  expect(report).not.toHaveBeenCalled();
});

it('keeps time if the system clock changes, and queries stores again after a minute', async () => {
  const { clock, asked } = clockWith({});
  await clock();
  vi.advanceTimersByTime(30_000);
  vi.setSystemTime(right + years);
  expect((await clock()).now).toBe(right + 30_000);
  expect(asked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(31_000);
  await clock();
  expect(asked).toHaveBeenCalledTimes(2);
});

it('keeps time while a store is down', async () => {
  const { clock, asked } = clockWith({});
  asked.mockRejectedValueOnce(new Error('down'));
  await expect(clock()).rejects.toThrow('down');
  await clock();
  vi.advanceTimersByTime(61_000);
  asked.mockRejectedValueOnce(new Error('down'));
  expect((await clock()).now).toBe(right + 61_000);
});

it.each([
  ['ten minutes ahead', 600_000],
  ['a second old', -1_000],
  ['as old as a job can be', -36 * day],
])('accepts an API timestamp that is %s', (_when, by) => {
  const accepted = new Date(right + by);
  const times = timesOf(accepted, { now: right, mongodb: right });
  expect(times).toEqual({ acceptedAt: accepted, storedAt: new Date(right) });
});

it.each([
  ['two hours ahead', 2 * hour],
  ['years ahead', years],
  ['years old', -years],
])('replaces an API timestamp that is %s, and keeps the original', (_when, by) => {
  const claimedAt = new Date(right + by);
  const times = timesOf(claimedAt, { now: right, mongodb: right });
  expect(times).toEqual({ acceptedAt: new Date(right), claimedAt, storedAt: new Date(right) });
});

it("never sets storedAt before MongoDB's own time", () => {
  const times = timesOf(new Date(right), { now: right, mongodb: right + years });
  expect(times).toEqual({ acceptedAt: new Date(right), storedAt: new Date(right + years) });
});
