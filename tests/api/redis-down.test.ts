import { afterEach, expect, it, vi } from 'vitest';

import { startApiUnderTest, type ApiUnderTest } from './api-under-test.ts';
import { enquiry } from './enquiry.ts';
import { createOwnRedis, type OwnRedis } from './own-redis.ts';

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
  redis = await createOwnRedis(redisSettings);
  await redis.start();
  api = await startApiUnderTest(redis.url, settings);
}

/** Milliseconds until an enquiry was answered, and with what. */
async function timed(): Promise<{ ms: number; response: Response }> {
  const started = performance.now();
  const response = await api.post(enquiry());
  return { ms: performance.now() - started, response };
}

/** Sends an enquiry that must be refused. Returns the milliseconds that it took. */
async function refused(): Promise<number> {
  const { ms, response } = await timed();
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('10');
  expect(await response.text()).toBe(
    'We cannot take your message at the moment. Please try again in 10 seconds.',
  );
  return ms;
}

async function isRefusedWithin(milliseconds: number): Promise<void> {
  expect(await refused()).toBeLessThan(milliseconds);
}

/** Whether enquiries are taken again no later than the given milliseconds from now. */
function recoversWithin(milliseconds: number): Promise<void> {
  return vi.waitFor(async () => expect((await api.post(enquiry())).status).toBe(202), {
    timeout: milliseconds,
    interval: 20,
  });
}

it('says so at once when Redis is down, and takes enquiries again when it is back', async () => {
  await start();
  expect((await timed()).response.status).toBe(202);
  await redis.kill();
  const times: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) times.push(await refused());
  // Of five, so that a machine that is busy for a moment fails nothing.
  expect(times.sort((a, b) => a - b)[2]).toBeLessThan(200);
  await redis.start();
  await recoversWithin(1_500);
});

it('says so within two seconds when Redis hangs, and takes enquiries again', async () => {
  await start();
  await timed();
  redis.hang();
  await isRefusedWithin(2_000);
  const together = Array.from({ length: 20 }, () => isRefusedWithin(2_000));
  await Promise.all(together);
  redis.resume();
  await recoversWithin(1_500);
});

it('drops a connection that has been silent for long, and is back when Redis is', async () => {
  await start();
  redis.hang();
  await isRefusedWithin(2_000);
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  await isRefusedWithin(2_000);
  redis.resume();
  await recoversWithin(1_500);
});

it('starts without Redis, and takes enquiries once there is one', async () => {
  redis = await createOwnRedis();
  api = await startApiUnderTest(redis.url);
  await isRefusedWithin(200);
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  const notReady = await fetch(`${api.url}/readyz`);
  expect(notReady.status).toBe(503);
  expect(await notReady.text()).toBe('Not ready: Redis does not answer.');
  await redis.start();
  await recoversWithin(1_500);
  expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
});

it('says so when Redis is full', async () => {
  await start(['--maxmemory', '1kb']);
  await isRefusedWithin(500);
  await expect.poll(() => api.log()).toContain('"reason":"OOM"');
});

it('gives the visitor of a native form the text back', async () => {
  await start();
  await redis.kill();
  const form = enquiry();
  const response = await api.postForm({ ...form });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('10');
  const page = await response.text();
  expect(page).toContain('We cannot take your message at the moment.');
  expect(page).toContain(form.message);
});

it('logs why, and nothing of the enquiry', async () => {
  await start();
  await redis.kill();
  await api.post(enquiry({ firstName: 'Unmistakable' }));
  await expect.poll(() => api.log()).toContain('"status":503');
  expect(api.log()).toContain('"reason":"not connected"');
  expect(api.log()).not.toMatch(/unmistakable/i);
});

it('limits the rate of a source still, each process for itself', async () => {
  await start([], { RATE_LIMIT_PER_ADDRESS: '3' });
  await redis.kill();
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) statuses.push((await api.post(enquiry())).status);
  expect(statuses).toEqual([503, 503, 503, 429]);
});

it('counts for no e-mail address what was sent in vain', async () => {
  await start([], { RATE_LIMIT_PER_EMAIL: '2' });
  await redis.kill();
  for (let attempt = 0; attempt < 4; attempt += 1) await isRefusedWithin(200);
  await redis.start();
  await recoversWithin(1_500);
});
