import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { readApiConfig } from '../../api/config.ts';
import { startApi } from '../../api/app.ts';
import { sendDigestJob } from '../../contract/jobs.ts';
import { findFreePort } from '../../dev/ports.ts';
import type { RunningServer } from '../../platform/http/http-server.ts';
import { oldestJobs } from '../../platform/redis-metrics.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startOwnRedis } from '../../testing/own-redis.ts';
import { silent } from '../../testing/loggers.ts';
import { withQueues } from '../../testing/queues.ts';
import { expectWithin, waitFor } from '../../testing/wait-for.ts';
import { startTestWorker, submit } from '../../testing/test-worker.ts';

const redis = forAllTests(startOwnRedis);
let api: RunningServer;

function start(settings: Record<string, string>): Promise<RunningServer> {
  return startApi(readApiConfig({ API_PORT: '0', ...settings }), silent);
}

async function scrape(port: number | undefined): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  return answer.text();
}

beforeAll(async () => {
  api = await start({ REDIS_URL: redis.url, API_METRICS_PORT: String(await findFreePort()) });
});

afterAll(async () => {
  redis.resume();
  await api.stop();
});

it('the metrics report the load of the queues and Redis', async () => {
  const text = await scrape(api.metricsPort);
  expect(text).toContain('enquiries_redis_up 1');
  expect(text).toContain('enquiries_queue_jobs{queue="submissions",state="waiting"} 0');
  expect(text).toContain(
    'enquiries_queue_oldest_job_age_seconds{queue="submissions",state="due"} 0',
  );
  expect(text).toMatch(/enquiries_redis_memory_max_bytes [1-9]/);
  expect(text).toContain('process_resident_memory_bytes');
});

it('/metrics responds within 2.5 seconds while Redis hangs, without stale values', async () => {
  redis.hang();
  let text = '';
  await expectWithin(
    2_500,
    async () => {
      text = await scrape(api.metricsPort);
    },
    () => fetch(`http://127.0.0.1:${api.port}/healthz`),
  );
  redis.resume();
  expect(text).toContain('enquiries_redis_up 0');
  expect(text).toContain('enquiries_queues_up 0');
  expect(text).not.toContain('enquiries_queue_jobs{');
  expect(text).not.toMatch(/^enquiries_redis_memory_used_bytes/m);
  await waitFor('the API reaches Redis again', async () => {
    return (await scrape(api.metricsPort)).includes('enquiries_redis_up 1');
  });
});

it('counts the wait of a scheduled job from the time at which it was due', async () => {
  await withQueues(redis.url, randomUUID(), async ({ maintenance }) => {
    const hour = 3_600_000;
    const add = (timestamp: number) =>
      maintenance.add(sendDigestJob.name, { day: '2026-01-31' }, { timestamp, delay: hour });
    await add(Date.now() - hour);
    await maintenance.promoteJobs();
    expect((await oldestJobs(maintenance)).due).toBeLessThan(60);
    await add(Date.now() - 2 * hour);
    await maintenance.promoteJobs();
    expect((await oldestJobs(maintenance)).due).toBeGreaterThanOrEqual(3_600);
  });
});

it('by default, metrics are served on loopback in production, and are off elsewhere', () => {
  expect(readApiConfig({}).metrics.port).toBe(0);
  const production = readApiConfig({ NODE_ENV: 'production' });
  expect(production.metrics).toEqual({ host: '127.0.0.1', port: 9101 });
});

it('the API accepts enquiries even if the port for its metrics is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const other = await start({ REDIS_URL: redis.url, API_METRICS_PORT: String(port) });
  expect(other.metricsPort).toBeUndefined();
  expect((await fetch(`http://127.0.0.1:${other.port}/readyz`)).status).toBe(200);
  await other.stop();
  taken.close();
});

it('the metrics contain no form data', async () => {
  const metricsPort = await findFreePort();
  const worker = await startTestWorker({
    WORKER_METRICS_PORT: String(metricsPort),
    REDIS_URL: inject('redisUrl'),
  });
  await submit(worker.queues, { firstName: 'MARKED-A', email: 'marked-b@example.org' });
  const text = await waitFor('both emails are counted', async () => {
    const shown = await scrape(metricsPort);
    return shown.includes('{kind="acknowledgement",outcome="sent"} 1') && shown;
  });
  expect(text).toContain('enquiries_accepted_to_stored_seconds_count{source="visitor"} 1');
  expect(text).toMatch(/^enquiries_quarantine_unseen 0$/m);
  expect(text).not.toMatch(/marked|example\.org|[0-9a-f]{8}-[0-9a-f]{4}-/i);
  await worker.stop();
});
