import type { Request } from 'express';
import { afterEach, expect, it, vi } from 'vitest';

import { Problem } from '../../../platform/http/problem.ts';
import type { RedisClient } from '../../../platform/redis.ts';
import { readOfficeConfig } from '../../config.ts';
import { staffUnavailable } from '../../server/staff-database.ts';
import { createSignInLimits } from './sign-in-limits.server.ts';

afterEach(() => void vi.useRealTimers());

/** Creates sign-in limits with a stand-in for Redis. `check` replaces the password check. */
function createLogin(check: () => Promise<string | undefined>) {
  const counts = new Map<string, number>();
  const add = (step: number) =>
    function addTo(keys: number, ...given: (string | number)[]) {
      if (redis.isDown) return Promise.reject(new Error('Connection is closed.'));
      for (const key of given.slice(0, keys).map(String)) {
        counts.set(key, (counts.get(key) ?? 0) + step);
      }
      return Promise.resolve([[-2]]);
    };
  const redis = {
    isDown: false,
    defineCommand: () => undefined,
    countUnderLimits: add(1),
    refundCounted: add(-1),
  };
  const limits = createSignInLimits(redis as unknown as RedisClient, {
    config: readOfficeConfig({}),
    metrics: { limited: () => undefined },
    devices: { find: () => Promise.resolve(undefined), write: () => Promise.resolve() },
  });
  const request = { ip: '192.0.2.1' } as Request;
  const attempt = () => limits.password(request, 'naledi', check);
  return { attempt, redis, counted: () => [...counts.values()] };
}

it('counts a wrong password', async () => {
  const { attempt, counted } = createLogin(() => Promise.resolve(undefined));
  expect(await attempt()).toBeUndefined();
  expect(counted()).toEqual([1, 1]);
});

it('does not count a password that could not be checked', async () => {
  const { attempt, counted } = createLogin(() => Promise.reject(staffUnavailable('mongodb')));
  await expect(attempt()).rejects.toThrow(Problem);
  expect(counted()).toEqual([0, 0]);
});

it('undoes the count later if Redis went down during the sign-in', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { attempt, redis, counted } = createLogin(() => {
    redis.isDown = true;
    return Promise.reject(staffUnavailable('mongodb'));
  });
  await expect(attempt()).rejects.toThrow(Problem);
  expect(counted()).toEqual([1, 1]);
  redis.isDown = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(counted()).toEqual([0, 0]);
});
