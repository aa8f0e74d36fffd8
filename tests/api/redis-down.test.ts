import { Redis } from 'ioredis';
import { afterEach, expect, it, vi } from 'vitest';

import { findFreePort } from '../../dev/ports.ts';

import { expectWithin, waitFor } from '../../testing/wait-for.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { createOwnRedis, startOwnRedis, type OwnRedis } from '../../testing/own-redis.ts';
import { startApiUnderTest, type ApiUnderTest } from '../../testing/api-under-test.ts';

let redis: OwnRedis;
let api: ApiUnderTest;

afterEach(async () => {
  await api.stopApi();
  await redis.stop();
});

async function start(
  redisSettings: string[] = [],
  settings: Record<string, string> = {},
): Promise<void> {
  redis = await startOwnRedis(redisSettings);
  api = await startApiUnderTest({ REDIS_URL: redis.url, ...settings });
}

async function isAccepted(): Promise<void> {
  expect((await api.post(createUniqueEnquiry())).status).toBe(202);
}

async function isRefused(): Promise<void> {
  const response = await api.post(createUniqueEnquiry());
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('10');
  expect(await response.text()).toBe(
    'We cannot accept messages at the moment. Please try again in 10 seconds.',
  );
}

function isRefusedWithin(milliseconds: number): Promise<void> {
  return expectWithin(milliseconds, isRefused, () => fetch(`${api.url}/healthz`));
}

/**
 * Waits until enquiries are accepted again. How long the API waits before it reconnects is tested
 * in platform/redis.test.ts.
 */
function recovers(): Promise<void> {
  return vi.waitFor(isAccepted, { timeout: 150_000, interval: 20 });
}

it('answers 503 immediately while Redis is down, and recovers', async () => {
  await start();
  await isAccepted();
  await redis.kill();
  await isRefusedWithin(200);
  await redis.start();
  await recovers();
});

it('answers 503 within two seconds while Redis hangs, and recovers', async () => {
  await start();
  await isAccepted();
  redis.hang();
  await isRefusedWithin(2_000);
  const together = Array.from({ length: 20 }, () => isRefusedWithin(2_000));
  await Promise.all(together);
  redis.resume();
  await recovers();
});

it('closes a connection that does not respond, and recovers when Redis responds', async () => {
  await start();
  redis.hang();
  await isRefusedWithin(2_000);
  await expect.poll(() => api.log()).toContain('redis connection lost');
  await isRefusedWithin(2_000);
  redis.resume();
  await recovers();
});

it('starts without Redis, and accepts enquiries when Redis becomes available', async () => {
  redis = await createOwnRedis();
  api = await startApiUnderTest({ REDIS_URL: redis.url });
  await isRefusedWithin(200);
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  const notReady = await fetch(`${api.url}/readyz`);
  expect(notReady.status).toBe(503);
  expect(await notReady.text()).toBe('Not ready: Redis is not accepting writes.');
  await redis.start();
  await recovers();
  expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
});

it('answers 503 while Redis is full', async () => {
  await start(['--maxmemory', '1kb']);
  await isRefusedWithin(500);
  await expect.poll(() => api.log()).toContain('"reason":"oom"');
});

it('returns the typed text to a visitor without JavaScript', async () => {
  await start();
  await redis.kill();
  const form = createUniqueEnquiry();
  const response = await api.postForm({ ...form });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('10');
  const page = await response.text();
  expect(page).toContain('We cannot accept messages at the moment.');
  expect(page).toContain(form.message);
});

it('logs the reason for a 503, without any form data', async () => {
  await start();
  await redis.kill();
  await api.post(createUniqueEnquiry({ firstName: 'Unmistakable' }));
  await expect.poll(() => api.log()).toContain('"status":503');
  expect(api.log()).toContain('"reason":"not connected"');
  expect(api.log()).not.toMatch(/unmistakable/i);
});

it('limits the rate of each network in memory while Redis is down', async () => {
  await start([], { RATE_LIMIT_PER_ADDRESS: '3' });
  await redis.kill();
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) statuses.push((await api.post({})).status);
  expect(statuses).toEqual([400, 400, 400, 429]);
});

it('does not count enquiries answered with 503 towards the limit of their network', async () => {
  await start([], { RATE_LIMIT_PER_ADDRESS: '3' });
  await redis.kill();
  for (let attempt = 0; attempt < 10; attempt += 1) await isRefusedWithin(200);
  await redis.start();
  await recovers();
});

it('accepts enquiries that a slow Redis does not count, and sets a metric', async () => {
  const metricsPort = await findFreePort();
  const QUEUE_PREFIX = '{slow}';
  await start([], { QUEUE_PREFIX, API_METRICS_PORT: String(metricsPort) });
  const client = new Redis(redis.url);
  // On a busy machine, an enquiry may arrive only after the pause.
  await waitFor('an enquiry arrived during the pause', async () => {
    await client.client('PAUSE', 600, 'ALL');
    expect((await api.post(createUniqueEnquiry())).status).toBe(202);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const counted = /^enquiries_limits_uncounted_total (\d+)$/m.exec(metrics)?.[1];
    return Number(counted) > 0;
  });
  client.disconnect();
});

it('does not count enquiries per email address while Redis is down', async () => {
  await start([], { RATE_LIMIT_PER_EMAIL: '2' });
  await redis.kill();
  for (let attempt = 0; attempt < 4; attempt += 1) await isRefusedWithin(200);
  await redis.start();
  await recovers();
});
