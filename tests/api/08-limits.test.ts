import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';

import { createMetrics } from '#server/metrics.ts';
import { connectRedis } from '#server/redis.ts';
import { startApiUnderTest } from '#support/api-under-test.ts';
import { createUniqueEnquiry } from '#support/enquiry.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { readApiConfig } from '../../api/config.ts';
import { createLimits } from '../../api/limits.ts';

const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(settings: Record<string, string>) {
  const api = await startApiUnderTest({ TRUSTED_PROXY_HOPS: '1', ...settings });
  stops.push(api.stop);
  const from = (address: string, form = createUniqueEnquiry(), headers = {}) =>
    api.post(form, { 'X-Forwarded-For': address, ...headers });
  return { api, from };
}

const statusesOf = async (responses: Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

it('refuses more than the limit from one network, and says when to try again', async () => {
  const { from } = await start({ RATE_LIMIT_PER_ADDRESS: '2', RATE_LIMIT_WINDOW_SECONDS: '300' });
  expect(await statusesOf([from('192.0.2.1'), from('192.0.2.1')])).toEqual([202, 202]);
  const refused = await from('192.0.2.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(280);
  expect(await refused.text()).toMatch(
    /^We have received too many messages from your network\. Please try again in \d minutes\.$/,
  );
  expect((await from('192.0.2.2')).status).toBe(202);
});

it('counts the /64 of an IPv6 address, and the proxies that are not ours', async () => {
  const { from } = await start({ RATE_LIMIT_PER_ADDRESS: '2' });
  expect((await from('2001:db8:1:2::1')).status).toBe(202);
  expect((await from('2001:db8:1:2:ffff::9')).status).toBe(202);
  expect((await from('2001:db8:1:2:abcd::')).status).toBe(429);
  expect((await from('2001:db8:1:3::1')).status).toBe(202);
  // A visitor can put any address before the one that our proxy adds.
  expect((await from('203.0.113.9, 2001:db8:1:2::4')).status).toBe(429);
});

it('never counts an email address: one mailbox from 50 networks is accepted 50 times', async () => {
  const { from } = await start({ RATE_LIMIT_PER_ADDRESS: '5' });
  const responses = Array.from({ length: 50 }, (_, index) =>
    from(`198.51.100.${index}`, createUniqueEnquiry({ email: 'chair@example.org' })),
  );
  expect(await statusesOf(responses)).toEqual(Array<number>(50).fill(202));
});

it('never counts a retry, and answers it when the limit is used up', async () => {
  const { api, from } = await start({ RATE_LIMIT_PER_ADDRESS: '2' });
  const form = createUniqueEnquiry();
  const key = { 'Idempotency-Key': randomUUID() };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await from('192.0.2.1', form, key)).status).toBe(202);
    expect((await from('192.0.2.1', form)).status).toBe(202);
  }
  expect((await from('192.0.2.1')).status).toBe(202);
  expect((await from('192.0.2.1')).status).toBe(429);
  expect((await from('192.0.2.1', form, key)).status).toBe(202);
  expect(await api.jobs()).toHaveLength(2);
});

it('accepts and marks many enquiries from one network, and those of a flood', async () => {
  const { api, from } = await start({ RATE_LIMIT_PER_ADDRESS: '4', RATE_LIMIT_PER_MINUTE: '5' });
  for (const network of [1, 1, 1, 2, 3, 4]) {
    expect((await from(`192.0.2.${network}`)).status).toBe(202);
  }
  const screenings = (await api.jobs()).map(({ data }) => data.screening);
  const marked = screenings.filter((screening) => screening?.verdict === 'marked');
  expect(marked.map((screening) => screening?.reasons.at(-1)).sort()).toEqual([
    'one of many enquiries from the same network',
    'sent during a flood of enquiries',
  ]);
  expect(screenings).toHaveLength(6);
});

it('does not count what was not accepted while Redis is down', async () => {
  const redis = await startOwnRedis();
  stops.push(redis.stop);
  const { from } = await start({ REDIS_URL: redis.url, RATE_LIMIT_PER_ADDRESS: '2' });
  await redis.kill();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await from('192.0.2.1')).status).toBe(503);
  }
  await redis.start();
  await expect.poll(async () => (await from('192.0.2.1')).status).toBe(202);
});

it('keeps no counters of 200,000 networks while Redis is away', async () => {
  const redis = connectRedis('redis://127.0.0.1:1');
  redis.on('error', () => undefined);
  stops.push(() => redis.disconnect());
  const limits = createLimits(redis, readApiConfig({}), createMetrics('api'));
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = () => (collect(), process.memoryUsage().heapUsed);
  const before = heap();
  for (let network = 0; network < 200_000; network += 1) {
    const address = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;
    await limits.count(address);
  }
  expect((heap() - before) / 1e6).toBeLessThan(5);
});
