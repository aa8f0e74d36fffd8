import { randomUUID } from 'node:crypto';
import { afterEach, expect, inject, it, vi } from 'vitest';

import { createLimiter } from '../../platform/http/limiter.ts';
import { connectRedis } from '../../platform/http/redis.ts';
import { silent } from '../../testing/loggers.ts';
import { createOwnRedis } from '../../testing/own-redis.ts';

const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Creates a limiter as a process does. Limiters with the same prefix share their counts. */
async function startProcess(url: string, prefix = `{test-${randomUUID()}}`) {
  const redis = connectRedis(url, silent);
  stops.push(() => redis.disconnect());
  await expect.poll(() => redis.status).toBe('ready');
  const { count, refund } = createLimiter(redis);
  const limit = (name: string, max: number, seconds: number) => ({
    prefix: `${prefix}:${name}`,
    max,
    seconds,
  });
  return { redis, count, refund, limit };
}

it('enforces a limit exactly across concurrent processes', async () => {
  const prefix = `{test-${randomUUID()}}`;
  const processes = await Promise.all(
    [1, 2, 3].map(() => startProcess(inject('redisUrl'), prefix)),
  );
  const refusals = await Promise.all(
    processes.flatMap(({ count, limit }) => {
      const rate = limit('rate', 40, 100);
      return Array.from({ length: 50 }, () => count([rate, 'somebody']));
    }),
  );
  const refused = refusals.filter((refusal) => refusal !== undefined);
  expect(refused).toHaveLength(110);
  for (const { seconds } of refused) expect(seconds).toBeGreaterThan(90);
});

it('counts concurrent requests in one round trip, with a window per limit', async () => {
  const { redis, count, limit } = await startProcess(inject('redisUrl'));
  const short = limit('short', 2, 100);
  const long = limit('long', 4, 1_000);
  const commands = vi.spyOn(redis, 'sendCommand');
  const refusals = await Promise.all(
    ['a', 'b', 'a', 'a', 'b', 'c'].map((source) => count([short, source], [long, 'all'])),
  );
  // If Redis does not have the script yet, a second round trip loads it.
  expect(commands.mock.calls.length).toBeLessThanOrEqual(2);
  const seconds = (number: number): unknown => expect.closeTo(number, -1);
  expect(refusals).toEqual([
    ...[undefined, undefined, undefined],
    { limit: short, seconds: seconds(100) },
    undefined,
    // A request refused by one limit does not count towards the other.
    { limit: long, seconds: seconds(1_000) },
  ]);
});

it('does not count a request refused by one limit towards the others, in any order', async () => {
  const { count, limit } = await startProcess(inject('redisUrl'));
  const [narrow, wide] = [limit('narrow', 1, 100), limit('wide', 2, 1_000)];
  expect(await count([narrow, 'a'], [wide, 'all'])).toBeUndefined();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await count([wide, 'all'], [narrow, 'a'])).toMatchObject({ limit: narrow });
  }
  expect(await count([wide, 'all'], [narrow, 'b'])).toBeUndefined();
  expect(await count([narrow, 'c'], [wide, 'all'])).toMatchObject({ limit: wide });
  expect(await count([narrow, 'c'])).toBeUndefined();
});

it('refunds counts, and leaves no counter without an expiry', async () => {
  const { redis, count, refund, limit } = await startProcess(inject('redisUrl'));
  const rate = limit('rate', 1, 100);
  expect(await count([rate, 'somebody'])).toBeUndefined();
  await refund([rate, 'somebody']);
  expect(await count([rate, 'somebody'])).toBeUndefined();
  expect(await count([rate, 'somebody'])).toMatchObject({ limit: rate });
  await refund([rate, 'nobody']);
  expect(await redis.exists(`${rate.prefix}:nobody`)).toBe(0);
  await redis.set(`${rate.prefix}:restored`, 1);
  expect(await count([rate, 'restored'])).toMatchObject({ limit: rate, seconds: 100 });
  expect(await redis.ttl(`${rate.prefix}:restored`)).toBeGreaterThan(0);
});

it('keeps counting after Redis has lost the script', async () => {
  const own = await createOwnRedis();
  stops.push(own.stop);
  await own.start();
  const { redis, count, limit } = await startProcess(own.url);
  const rate = limit('rate', 1, 100);
  expect(await count([rate, 'somebody'])).toBeUndefined();
  await redis.script('FLUSH');
  expect(await count([rate, 'somebody'])).toMatchObject({ limit: rate });
});
