import { afterEach, expect, it, onTestFinished } from 'vitest';

import { connectRedis } from '../../platform/http/redis.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest, type ApiUnderTest } from '../../testing/api-under-test.ts';
import { startOwnRedis } from '../../testing/own-redis.ts';
import { silent } from '../../testing/loggers.ts';

let api: ApiUnderTest;

afterEach(() => api.stop());

const three = { RATE_LIMIT_PER_ADDRESS: '3', RATE_LIMIT_WINDOW_SECONDS: '300' };

async function statuses(count: number, headers: (index: number) => Record<string, string>) {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) {
    found.push((await api.post(createUniqueEnquiry(), headers(index))).status);
  }
  return found;
}

it('refuses a network over its limit, and says when to try again', async () => {
  api = await startApiUnderTest(three);
  expect(await statuses(4, () => ({}))).toEqual([202, 202, 202, 429]);
  const response = await api.post(createUniqueEnquiry());
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(290);
  expect(await response.text()).toBe(
    'We have received too many messages from your network. Please try again in 5 minutes.',
  );
  expect(await api.jobs()).toHaveLength(3);
});

it('counts invalid requests too', async () => {
  api = await startApiUnderTest(three);
  for (let index = 0; index < 3; index += 1) await api.post({});
  expect((await api.post(createUniqueEnquiry())).status).toBe(429);
});

it('refuses a flood without querying Redis, and accepts again after the window', async () => {
  const own = await startOwnRedis();
  onTestFinished(() => own.stop());
  api = await startApiUnderTest({ ...three, RATE_LIMIT_WINDOW_SECONDS: '4', REDIS_URL: own.url });
  const redis = connectRedis(own.url, silent);
  onTestFinished(() => redis.disconnect());
  const scripts = async () =>
    /cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1];
  expect(await statuses(4, () => ({}))).toEqual([202, 202, 202, 429]);
  const before = await scripts();
  expect(await statuses(5, () => ({}))).toEqual([429, 429, 429, 429, 429]);
  expect(await scripts()).toBe(before);
  await expect.poll(async () => (await api.post(createUniqueEnquiry())).status).toBe(202);
});

it('cannot be bypassed with a forged X-Forwarded-For header', async () => {
  api = await startApiUnderTest(three);
  const made = (index: number) => ({ 'X-Forwarded-For': `203.0.113.${index}` });
  expect(await statuses(4, made)).toEqual([202, 202, 202, 429]);
});

it('distinguishes visitors behind one proxy, by the address that the proxy saw', async () => {
  api = await startApiUnderTest({ ...three, TRUSTED_PROXY_HOPS: '1' });
  const same = (index: number) => ({ 'X-Forwarded-For': `198.51.100.${index}, 203.0.113.1` });
  expect(await statuses(4, same)).toEqual([202, 202, 202, 429]);
  expect(await statuses(1, () => ({ 'X-Forwarded-For': '203.0.113.2' }))).toEqual([202]);
});

const behindProxy = { ...three, TRUSTED_PROXY_HOPS: '1' };

function from(address: (index: number) => string) {
  return (index: number) => ({ 'X-Forwarded-For': address(index) });
}

it('counts the addresses of an IPv6 network together', async () => {
  api = await startApiUnderTest(behindProxy);
  const near = from((index) => `2001:db8:0:1::${index}`);
  expect(await statuses(4, near)).toEqual([202, 202, 202, 429]);
  expect(
    await statuses(
      1,
      from(() => '2001:db8:0:2::1'),
    ),
  ).toEqual([202]);
});

it('accepts five times as many enquiries from an IPv6 /48 as from each /64 in it', async () => {
  api = await startApiUnderTest(behindProxy);
  // Requests refused because of the /64 do not count towards the limit of the /48.
  const one = await statuses(
    20,
    from(() => '2001:db8:0:1::1'),
  );
  expect(one.filter((status) => status === 202)).toHaveLength(3);
  const everywhere = await statuses(
    31,
    from((index) => `2001:db8:0:${index + 2}00::1`),
  );
  expect(everywhere).toEqual([...Array<number>(12).fill(202), ...Array<number>(19).fill(429)]);
  expect(
    await statuses(
      1,
      from(() => '2001:db8:1:1::1'),
    ),
  ).toEqual([202]);
});
