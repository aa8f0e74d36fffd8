import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';

import { contactAcceptedSchema } from '../../contract/api.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';

const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function startApi(settings: Record<string, string>) {
  const api = await startApiUnderTest(settings);
  stops.push(api.stop);
  return api;
}

async function referenceIn(response: Response): Promise<string> {
  expect(response.status).toBe(202);
  return contactAcceptedSchema.parse(await response.json()).reference;
}

const once = {
  RATE_LIMIT_PER_ADDRESS: '2',
  RATE_LIMIT_PER_EMAIL: '1',
  RATE_LIMIT_PER_MINUTE: '1',
};

it('answers every retry of an accepted enquiry, without counting it', async () => {
  const api = await startApi({ ...once, RATE_LIMIT_PER_EMAIL: '2', RATE_LIMIT_PER_MINUTE: '2' });
  const form = createUniqueEnquiry();
  const key = { 'Idempotency-Key': randomUUID() };
  const reference = await referenceIn(await api.post(form, key));
  for (let attempt = 0; attempt < 7; attempt += 1) {
    expect(await referenceIn(await api.post(form, key))).toBe(reference);
  }
  await referenceIn(await api.post(createUniqueEnquiry()));
  const quarantined = (await api.jobs()).map(({ data }) => data.screening?.quarantined);
  expect(quarantined).toEqual([false, false]);
});

it("answers a retry even if its network's limit is used up", async () => {
  const api = await startApi(once);
  const form = createUniqueEnquiry();
  const key = { 'Idempotency-Key': randomUUID() };
  const reference = await referenceIn(await api.post(form, key));
  for (const status of [400, 429]) expect((await api.post({}, key)).status).toBe(status);
  expect(await referenceIn(await api.post(form, key))).toBe(reference);
  expect((await api.postForm(form)).headers.get('location')).toContain(reference);
  expect((await api.post(createUniqueEnquiry(), { 'Idempotency-Key': 'new' })).status).toBe(429);
});

it('refuses repeats from a network that sends too many, but not from other networks', async () => {
  const api = await startApi({
    RATE_LIMIT_PER_ADDRESS: '20',
    RATE_LIMIT_PER_EMAIL: '5',
    TRUSTED_PROXY_HOPS: '1',
  });
  const form = createUniqueEnquiry();
  const send = async (index: number, network: string) =>
    (
      await api.post(form, {
        'X-Forwarded-For': network,
        ...(index % 2 ? { 'Idempotency-Key': `attempt-${index}` } : {}),
      })
    ).status;
  const statuses = [];
  for (let index = 0; index < 60; index += 1) statuses.push(await send(index, '192.0.2.1'));
  expect(statuses).toEqual([...Array<number>(21).fill(202), ...Array<number>(39).fill(429)]);
  expect(await send(1, '192.0.2.2')).toBe(202);
  expect(await api.jobs()).toHaveLength(1);
});
