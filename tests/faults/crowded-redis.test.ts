import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { startOwnRedis } from '../../testing/own-redis.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startPipeline } from '../../testing/running-product.ts';
import { send } from '../../testing/send-enquiry.ts';

const own = forAllTests(() => startOwnRedis(['--maxmemory', '8mb']));
const pipeline = forAllTests(startPipeline);

/** Fills the memory of Redis with a list that does not belong to the queues. */
async function fill(redis: Redis): Promise<void> {
  const takes = () => redis.rpush('of-others', 'x'.repeat(10_000)).catch(() => 0);
  while ((await takes()) > 0);
}

/** The number of commands that Redis has refused because it is full. */
async function refusals(redis: Redis): Promise<number> {
  return Number(/errorstat_OOM:count=(\d+)/.exec(await redis.info('errorstats'))?.[1]);
}

it('a worker logs only a few times that Redis is full, and sends the emails later', async () => {
  const settings = { REDIS_URL: own.url };
  const redis = new Redis(own.url);
  onTestFinished(() => redis.disconnect());
  const api = await pipeline.start('api', settings);
  const reference = (await send(api.url, 'crowded')) ?? '';
  await fill(redis);
  const worker = await pipeline.start('worker', settings, { waitUntilReady: false });
  const complaints = () => worker.output().split('redis refuses to hand out jobs').length - 1;
  await waitFor('the worker has logged that Redis is full', () => complaints() > 0);
  const met = await refusals(redis);
  await waitFor('it has retried several times', async () => (await refusals(redis)) > met + 10);
  // One line for each queue, and it does not ask thousands of times a second.
  expect(complaints()).toBeLessThanOrEqual(3);
  expect(await refusals(redis)).toBeLessThan(met + 500);
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(503);
  await redis.del('of-others');
  await pipeline.untilSent(reference);
  await expect.poll(async () => (await fetch(`${worker.url}/readyz`)).status).toBe(200);
});
