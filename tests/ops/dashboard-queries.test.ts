import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findFreePort } from '../../dev/ports.ts';
import { projectRoot } from '../../dev/processes.ts';
import { startService, type Service } from '../../dev/service.ts';
import { ownStores } from '../own-stores.ts';
import { waitFor } from '../wait-for.ts';
import { form } from '../worker/submit.ts';
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

beforeAll(async () => {
  const ports = { api: await findFreePort(), worker: await findFreePort() };
  const shared = { ...stores.settings, LOG_LEVEL: 'error' };
  [api, worker] = await Promise.all([
    startService('api', { ...shared, API_METRICS_PORT: String(ports.api) }),
    startService('worker', {
      ...shared,
      WORKER_METRICS_PORT: String(ports.worker),
      OUTBOX_DIR: '/dev/null/nowhere',
      CANARY_EVERY_MINUTES: '0.01',
    }),
  ]);
  prometheus = await startPrometheus(ports);
  await waitFor('both are scraped', async () => (await prometheus.query('up == 1')).length === 2);
  await send('before');
  await send('before');
  await waitFor('a canary has come through', async () => {
    return (await prometheus.query('enquiries_mails_total{kind="canary"} > 1')).length > 0;
  });
  await send('after');
});

afterAll(async () => {
  await prometheus.stop();
  await Promise.all([api.stop(), worker.stop()]);
  await stores.remove();
});

async function send(message: string): Promise<void> {
  await fetch(`${api.url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...form, message: `${message}, and some more words` }),
  });
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

it('no label of ours is one that Prometheus sets itself', async () => {
  expect(await prometheus.query('{exported_job!=""} or {exported_instance!=""}')).toEqual([]);
});

it('counts what came in, what came twice, and what could not be mailed', async () => {
  const counted = async (expression: string) =>
    Number((await prometheus.query(`sum(${expression})`))[0]?.value[1]);
  await waitFor('the numbers are in', async () => {
    return (await counted('enquiries_accepted_total{result="new"}')) === 2;
  });
  expect(await counted('enquiries_accepted_total{result="duplicate"}')).toBe(1);
  expect(await counted('enquiries_accepted_to_stored_seconds_count{source="visitor"}')).toBe(2);
  expect(await counted('enquiries_mails_total{kind="staff",outcome="retried"}')).toBeGreaterThan(1);
  expect(await counted('enquiries_http_request_duration_seconds_count{status="202"}')).toBe(3);
});
