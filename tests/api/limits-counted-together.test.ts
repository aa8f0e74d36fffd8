import { randomUUID } from 'node:crypto';
import { afterEach, expect, inject, it, vi } from 'vitest';

import { createLimiterStore } from '../../api/limiter-store.ts';
import { createRateLimiter, type RateLimit } from '../../api/rate-limiter.ts';
import { connectRedis } from '../../api/redis.ts';
import { silent } from '../own-stores.ts';
import { createOwnRedis } from './own-redis.ts';

const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** What a process counts with: its own connection, and limits under one prefix for all. */
async function startProcess(url: string, prefix = `{test-${randomUUID()}}`) {
  const redis = connectRedis(url, silent);
  stops.push(() => redis.disconnect());
  await vi.waitUntil(() => redis.status === 'ready');
  const store = createLimiterStore(redis);
  const limit = (name: string, { requests, seconds }: Pick<RateLimit, 'requests' | 'seconds'>) =>
    createRateLimiter(store, {
      prefix: `${prefix}:${name}`,
      requests,
      seconds,
      withoutRedis: 'pass',
    });
  return { redis, limit };
}

it('takes exactly as many as a limit says, however many processes count at once', async () => {
  const prefix = `{test-${randomUUID()}}`;
  const processes = await Promise.all(
    [1, 2, 3].map(() => startProcess(inject('redisUrl'), prefix)),
  );
  const waits = await Promise.all(
    processes.flatMap(({ limit }) => {
      const limiter = limit('rate', { requests: 40, seconds: 100 });
      return Array.from({ length: 50 }, () => limiter.count('somebody'));
    }),
  );
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(40);
  for (const seconds of waits.filter((wait) => wait > 0)) expect(seconds).toBeGreaterThan(90);
});

it('counts in one exchange what several limits are asked at once, each in its window', async () => {
  const { redis, limit } = await startProcess(inject('redisUrl'));
  const short = limit('short', { requests: 1, seconds: 100 });
  const long = limit('long', { requests: 2, seconds: 1_000 });
  const commands = vi.spyOn(redis, 'sendCommand');
  const sources = ['a', 'b', 'a', 'a'];
  const waits = await Promise.all(sources.flatMap((it) => [short.count(it), long.count(it)]));
  // The second is the script itself, which Redis may not know yet.
  expect(commands.mock.calls.length).toBeLessThanOrEqual(2);
  expect(waits.map((seconds) => Math.ceil(seconds / 100))).toEqual([0, 0, 0, 0, 1, 0, 1, 10]);
});

it('goes on counting when Redis has forgotten the script', async () => {
  const own = await createOwnRedis();
  stops.push(own.stop);
  await own.start();
  const { redis, limit } = await startProcess(own.url);
  const limiter = limit('rate', { requests: 1, seconds: 100 });
  expect(await limiter.count('somebody')).toBe(0);
  await redis.script('FLUSH');
  expect(await limiter.count('somebody')).toBeGreaterThan(0);
});
