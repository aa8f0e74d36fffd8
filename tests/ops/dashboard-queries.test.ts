import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findFreePort } from '../../dev/ports.ts';
import { projectRoot } from '../../dev/processes.ts';
import { startService, type Service } from '../../testing/service.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { ownStores } from '../../testing/own-stores.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startPrometheus, type PrometheusServer } from './prometheus-server.ts';

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const file = join(projectRoot, 'deploy/observability/grafana/enquiries.json');
const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: Panel[] };
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
);

const stores = ownStores();
let api: Service;
let worker: Service;
let prometheus: PrometheusServer;
let traffic: Promise<void>;
let enquiries = 0;
let over = false;

beforeAll(async () => {
  const ports = { api: await findFreePort(), worker: await findFreePort() };
  const shared = { ...stores.settings, LOG_LEVEL: 'error' };
  const limits = { RATE_LIMIT_PER_ADDRESS: '100000', RATE_LIMIT_PER_MINUTE: '100000' };
  [api, worker] = await Promise.all([
    startService('api', { ...shared, ...limits, API_METRICS_PORT: String(ports.api) }),
    startService('worker', {
      ...shared,
      WORKER_METRICS_PORT: String(ports.worker),
      OUTBOX_DIR: '/dev/null/nowhere',
      CANARY_EVERY_MINUTES: '0.01',
    }),
  ]);
  prometheus = await startPrometheus(ports);
  await waitFor('both are scraped', async () => (await prometheus.query('up == 1')).length === 2);
  traffic = sendAllTheTime();
  await waitFor('a canary has come through', async () => {
    return (await prometheus.query('enquiries_mails_total{kind="canary"} > 1')).length > 0;
  });
});

afterAll(async () => {
  over = true;
  await traffic;
  await prometheus.stop();
  await Promise.all([api.stop(), worker.stop()]);
  await stores.remove();
});

/**
 * Sends an enquiry twice, and then the next: a rate is only seen of what changes between two looks
 * of Prometheus, however late these are.
 */
async function sendAllTheTime(): Promise<void> {
  for (; !over; enquiries += 1) {
    const body = JSON.stringify(createUniqueEnquiry({ email: `visitor-${enquiries}@example.org` }));
    const headers = { 'Content-Type': 'application/json' };
    for (let time = 0; time < 2; time += 1) {
      const { status } = await fetch(`${api.url}/api/contact`, { method: 'POST', headers, body });
      expect(status).toBe(202);
    }
    await sleep(500);
  }
}

describe('every panel of the dashboard shows something', () => {
  it.each(queries)('%s: %s', async (_title, expression) => {
    const samples = await waitFor('there is a number', async () => {
      const found = await prometheus.query(expression);
      return found.some(({ value }) => value[1] !== 'NaN') && found;
    });
    expect(samples.length).toBeGreaterThan(0);
  });
});

it('uses no label that Prometheus sets itself', async () => {
  expect(await prometheus.query('{exported_job!=""} or {exported_instance!=""}')).toEqual([]);
});

it('counts new enquiries, duplicates, and mails that have to be tried again', async () => {
  const counted = async (expression: string) =>
    Number((await prometheus.query(`sum(${expression})`))[0]?.value[1]);
  over = true;
  await traffic;
  const expected = [
    ['enquiries_accepted_total{result="new"}', enquiries],
    ['enquiries_accepted_total{result="duplicate"}', enquiries],
    ['enquiries_accepted_to_stored_seconds_count{source="visitor"}', enquiries],
    ['enquiries_http_request_duration_seconds_count{status="202"}', 2 * enquiries],
  ] as const;
  for (const [expression, count] of expected) {
    await waitFor(`${expression} is ${count}`, async () => (await counted(expression)) === count);
  }
  const outages = 'enquiries_mails_total{kind="staff",outcome="outage"}';
  await waitFor('a mail was tried again', async () => (await counted(outages)) > 1);
});
