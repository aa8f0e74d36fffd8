import { expect, it } from 'vitest';

import { findFreePort } from '#support/free-port.ts';
import { startApiUnderTest } from '#support/api-under-test.ts';
import { createUniqueEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { expectWithin, waitFor } from '#support/wait-for.ts';
import { startTestWorker } from '#support/test-worker.ts';

const redis = forAllTests(startOwnRedis);

async function scrape(port: number | string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  return answer.text();
}

it('the worker reports its queues, and answers within 2.5 seconds while Redis hangs', async () => {
  const port = await findFreePort();
  const worker = await startTestWorker({
    WORKER_METRICS_PORT: String(port),
    REDIS_URL: redis.url,
  });
  await waitFor('it reports its queues', async () =>
    (await scrape(port)).includes('enquiries_queue_jobs{queue="submissions",state="waiting"} 0'),
  );
  redis.hang();
  let text = '';
  const scrapeOnce = async () => void (text = await scrape(port));
  await expectWithin(2_500, scrapeOnce, () => Promise.resolve());
  redis.resume();
  expect(text).toContain('enquiries_build_info');
  await worker.stop();
});

it('the API counts enquiries by route and result, and says which version it is', async () => {
  const port = String(await findFreePort());
  const api = await startApiUnderTest({ API_METRICS_PORT: port });
  await api.post(createUniqueEnquiry());
  await api.post({});
  const text = await scrape(port);
  expect(text).toContain('enquiries_accepted_total{result="marked"} 0');
  expect(text).toContain(
    'enquiries_http_request_duration_seconds_count{route="/api/contact",status="400"} 1',
  );
  expect(text).toMatch(/enquiries_build_info\{service="api",version="\d+\.\d+\.\d+"/);
  expect(text).toContain('process_resident_memory_bytes');
  const proxied = { headers: { 'X-Forwarded-For': '192.0.2.1' } };
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, proxied)).status).toBe(404);
  await api.stop();
});
