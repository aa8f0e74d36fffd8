import { createHash, randomUUID } from 'node:crypto';

import { Redis } from 'ioredis';
import { afterEach, expect, inject, it } from 'vitest';

import { formSignalsHeader, writeFormSignals } from '../../contract/form-signals.ts';
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

const behindProxy = { ...two, TRUSTED_PROXY_HOPS: '1' };
const from = (network: string) => ({ 'X-Forwarded-For': network });
const trap = { [formSignalsHeader]: writeFormSignals({ trapFilled: true }) };

it('never refuses a person because a flood from elsewhere uses their email address', async () => {
  api = await startApiUnderTest(behindProxy);
  for (let count = 0; count < 6; count += 1) {
    const form = createUniqueEnquiry({ email: `ceo+${count}@client.example` });
    const { status } = await api.post(form, from('198.51.100.1'));
    expect(status).toBe(count < 2 ? 202 : 429);
  }
  for (let count = 2; count < 9; count += 1) {
    const form = createUniqueEnquiry({ email: 'ceo@client.example' });
    expect((await api.post(form, from(`198.51.100.${count}`))).status).toBe(202);
  }
  const held = (await api.jobs()).filter(({ data }) => data.screening?.verdict);
  expect(held).toEqual([]);
});

it('screens enquiries more strictly if their mailbox is over its limit', async () => {
  api = await startApiUnderTest(behindProxy);
  const email = 'often@example.org';
  const dubious = () => createUniqueEnquiry({ email, message: 'We offer professional services.' });
  for (let count = 1; count < 5; count += 1) {
    await api.post({ ...dubious(), firstName: `Naledi ${count}` }, from(`198.51.100.${count}`));
  }
  const reasons = (await api.jobs()).flatMap(({ data: { screening } }) =>
    screening?.verdict ? [screening.reasons.at(-1)] : [],
  );
  expect(reasons).toEqual(Array<string>(2).fill('many enquiries from this email address'));
});

it('requests acknowledgements for only half of the enquiries that a network may send', async () => {
  api = await startApiUnderTest({ TRUSTED_PROXY_HOPS: '1', RATE_LIMIT_PER_ADDRESS: '4' });
  for (let count = 0; count < 3; count += 1) {
    const form = createUniqueEnquiry({ email: `visitor-${count}@example.org` });
    expect((await api.post(form, from('198.51.100.1'))).status).toBe(202);
  }
  await api.post(createUniqueEnquiry(), from('198.51.100.2'));
  const asked = (await api.jobs()).map(({ data }) => data.acknowledge);
  expect(asked.filter((acknowledge) => acknowledge === false)).toHaveLength(1);
});

it('does not count quarantined enquiries, so spam cannot use up the limits of others', async () => {
  api = await startApiUnderTest({ ...behindProxy, RATE_LIMIT_PER_MINUTE: '3' });
  const email = 'ceo@client.example';
  for (let count = 0; count < 8; count += 1) {
    const form = createUniqueEnquiry({ email });
    const headers = { ...trap, ...from('198.51.100.1') };
    expect((await api.post(form, headers)).status).toBe(202);
  }
  const sent = [];
  for (const network of ['198.51.100.1', '198.51.100.2']) {
    const form = createUniqueEnquiry({ email });
    expect((await api.post(form, from(network))).status).toBe(202);
    sent.push(form.message);
  }
  const taken = (await api.jobs()).filter(({ data }) => !data.screening?.verdict);
  expect(taken.map(({ data }) => data.form.message).sort()).toEqual(sent.sort());
});

it('refuses an email address over its limit, and says when to try again', async () => {
  api = await startApiUnderTest(two);
  const email = 'often@example.org';
  expect(await statuses([email, 'OFTEN@example.org', email])).toEqual([202, 202, 429]);
  expect(await statuses(['seldom@example.org'])).toEqual([202]);
  const response = await api.post(createUniqueEnquiry({ email }));
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(await response.text()).toBe(
    'We have received too many messages from this email address. Please try again in 60 minutes.',
  );
});

it('does not count an invalid enquiry', async () => {
  api = await startApiUnderTest(two);
  for (let index = 0; index < 5; index += 1)
    await api.post(createUniqueEnquiry({ message: 'Short' }));
  expect((await api.post(createUniqueEnquiry())).status).toBe(202);
});

it('counts the sub-addresses of a mailbox together, and stores the address as typed', async () => {
  api = await startApiUnderTest(two);
  const [first, second] = ['often+1@example.org', 'Often+two+2@example.org'];
  expect(await statuses([first, second, 'often@example.org'])).toEqual([202, 202, 429]);
  expect((await api.jobs()).map(({ data }) => data.form.email).sort()).toEqual([second, first]);
});

it("does not count refused email addresses against the network's limit", async () => {
  api = await startApiUnderTest({ ...two, RATE_LIMIT_PER_ADDRESS: '4' });
  const often = 'often@example.org';
  const refused = Array<number>(10).fill(429);
  expect(await statuses(Array<string>(12).fill(often))).toEqual([202, 202, ...refused]);
  const others = [3, 4, 5].map((count) => `visitor-${count}@example.org`);
  expect(await statuses(others)).toEqual([202, 202, 429]);
});

it('quarantines rather than refuses enquiries over the overall limit', async () => {
  api = await startApiUnderTest({ ...two, RATE_LIMIT_PER_MINUTE: '3' });
  const often = 'often@example.org';
  const emails = [often, often, ...Array<string>(4).fill(often), 'third@example.org'];
  // Enquiries refused for their email address do not count against the overall limit.
  expect(await statuses(emails)).toEqual([202, 202, 429, 429, 429, 429, 202]);
  expect(await statuses([4, 5].map((count) => `visitor-${count}@example.org`))).toEqual([202, 202]);
  expect(await statuses([often])).toEqual([429]);
  const screenings = (await api.jobs()).map(({ data }) => [data.form.email, data.screening]);
  const quarantined: unknown = expect.objectContaining({
    quarantined: true,
    reasons: expect.arrayContaining(['sent during a flood of enquiries']) as unknown,
  });
  const taken: unknown = expect.objectContaining({ quarantined: false });
  expect(Object.fromEntries(screenings)).toEqual({
    [often]: taken,
    'third@example.org': taken,
    'visitor-4@example.org': quarantined,
    'visitor-5@example.org': quarantined,
  });
});

it('has email addresses in Redis keys only as keyed hashes, for at most an hour', async () => {
  const prefix = `{test-${randomUUID()}}`;
  api = await startApiUnderTest({ QUEUE_PREFIX: prefix });
  const email = 'unmistakable@example.org';
  await api.post(createUniqueEnquiry({ email }));
  const redis = new Redis(inject('redisUrl'));
  const keys = (await redis.keys(`${prefix}:rate-email*`)).map((key) => key.slice(prefix.length));
  expect(keys).toEqual([expect.stringMatching(/^:rate-email:[\w-]{43}$/)]);
  const senders = await redis.keys(`${prefix}:rate-sender*`);
  expect(senders).toEqual([expect.stringMatching(/:rate-sender:[\w-]{43}$/)]);
  const unkeyed = createHash('sha256').update(email).digest('base64url');
  expect([...keys, ...senders].join(' ')).not.toContain(unkeyed);
  const life = await redis.pttl(`${prefix}${keys[0] ?? ''}`);
  expect(life).toBeGreaterThan(0);
  expect(life).toBeLessThanOrEqual(3_600_000);
  redis.disconnect();
});
