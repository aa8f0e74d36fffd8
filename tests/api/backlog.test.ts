import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { startApiUnderTest, type ApiUnderTest } from './api-under-test.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApiUnderTest(inject('redisUrl'), { MAX_WAITING_SUBMISSIONS: '2' });
});

afterAll(() => api.stop());

it('asks visitors to come back when too many enquiries wait to be stored', async () => {
  await api.post(createUniqueEnquiry());
  await api.post(createUniqueEnquiry());
  await expect
    .poll(async () => (await fetch(`${api.url}/readyz`)).status, { timeout: 5_000 })
    .toBe(503);
  const response = await api.post(createUniqueEnquiry());
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('10');

  for (const job of await api.jobs()) await api.forget(job.id ?? '');
  await expect
    .poll(async () => (await api.post(createUniqueEnquiry())).status, { timeout: 5_000 })
    .toBe(202);
});
