import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() =>
  startApiUnderTest({ MAX_WAITING_SUBMISSIONS: '2', RATE_LIMIT_PER_ADDRESS: '5' }),
);

it('answers 503 with Retry-After while too many enquiries are waiting to be stored', async () => {
  await api.post(createUniqueEnquiry());
  await api.post(createUniqueEnquiry());
  await expect.poll(async () => (await fetch(`${api.url}/readyz`)).status).toBe(503);
  const response = await api.post(createUniqueEnquiry());
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('10');
  // Refusals do not use up the limit of the visitor's network.
  for (let attempt = 0; attempt < 6; attempt += 1) {
    expect((await api.post(createUniqueEnquiry())).status).toBe(503);
  }

  for (const job of await api.jobs()) await api.forget(job.id ?? '');
  await expect.poll(async () => (await api.post(createUniqueEnquiry())).status).toBe(202);
});
