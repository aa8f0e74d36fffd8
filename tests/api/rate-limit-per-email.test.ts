import { randomUUID } from 'node:crypto';

import { Redis } from 'ioredis';
import { afterEach, expect, inject, it } from 'vitest';

import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest, type ApiUnderTest } from '../../testing/api-under-test.ts';

let api: ApiUnderTest;

afterEach(() => api.stop());

async function statuses(emails: string[]) {
  const found: number[] = [];
  for (const email of emails) found.push((await api.post(createUniqueEnquiry({ email }))).status);
  return found;
}

const two = { RATE_LIMIT_PER_EMAIL: '2' };

it('refuses an e-mail address that has sent too much, and says when to come back', async () => {
  api = await startApiUnderTest(two);
  const email = 'often@example.org';
  expect(await statuses([email, 'OFTEN@example.org', email])).toEqual([202, 202, 429]);
  expect(await statuses(['seldom@example.org'])).toEqual([202]);
  const response = await api.post(createUniqueEnquiry({ email }));
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(await response.text()).toBe(
    'Too many messages have come from this e-mail address. Please try again in 60 minutes.',
  );
});

it('counts no enquiry that had to be corrected', async () => {
  api = await startApiUnderTest(two);
  for (let index = 0; index < 5; index += 1)
    await api.post(createUniqueEnquiry({ message: 'Short' }));
  expect((await api.post(createUniqueEnquiry())).status).toBe(202);
});

it('refuses everybody once too much comes in, and says when to come back', async () => {
  api = await startApiUnderTest({ RATE_LIMIT_PER_MINUTE: '3' });
  const emails = [1, 2, 3, 4].map((count) => `visitor-${count}@example.org`);
  expect(await statuses(emails)).toEqual([202, 202, 202, 429]);
  const response = await api.post(createUniqueEnquiry());
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(await response.text()).toMatch(
    /^More messages are coming in than we can take\. Please try again in \d\d seconds\.$/,
  );
});

it('puts no address into the name of a key, not even hashed without a secret', async () => {
  const prefix = `{test-${randomUUID()}}`;
  api = await startApiUnderTest({ QUEUE_PREFIX: prefix });
  await api.post(createUniqueEnquiry({ email: 'unmistakable@example.org' }));
  const redis = new Redis(inject('redisUrl'));
  const keys = (await redis.keys(`${prefix}:rate-email*`)).map((key) => key.slice(prefix.length));
  expect(keys).toEqual([expect.stringMatching(/^:rate-email:[\w-]{43}$/)]);
  const life = await redis.pttl(`${prefix}${keys[0] ?? ''}`);
  expect(life).toBeGreaterThan(0);
  expect(life).toBeLessThanOrEqual(3_600_000);
  redis.disconnect();
});
