import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createOwnRedis, type OwnRedis } from '../../testing/own-redis.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { send, startPipeline, type Pipeline } from '../../testing/running-product.ts';

let own: OwnRedis;
let redis: Redis;
let pipeline: Pipeline;

beforeAll(async () => {
  own = await createOwnRedis(['--maxmemory', '8mb']);
  await own.start();
  redis = new Redis(own.url);
  pipeline = await startPipeline();
});

afterAll(async () => {
  await pipeline.stop();
  redis.disconnect();
  await own.stop();
});

/** Takes all the memory that there is, in a list of somebody else's. */
async function fill(): Promise<void> {
  const takes = () => redis.rpush('of-others', 'x'.repeat(10_000)).catch(() => 0);
  while ((await takes()) > 0);
}

it('is logged a few times only by a worker that can take no job, and emptied when there is room', async () => {
  const settings = { REDIS_URL: own.url };
  const api = await pipeline.start('api', settings);
  const reference = (await send(api.url, 'crowded')) ?? '';
  await fill();
  const worker = await pipeline.start('worker', settings, { waitUntilReady: false });
  const complaints = () => worker.output().split('worker failed').length - 1;
  await waitFor('it has met the full Redis', () => complaints() > 0);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  // For each of the three queues, as it connects and once it is connected.
  expect(complaints()).toBeLessThanOrEqual(6);
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(503);
  await redis.del('of-others');
  await pipeline.untilSent(reference, 60_000);
  await expect.poll(async () => (await fetch(`${worker.url}/readyz`)).status).toBe(200);
}, 120_000);
