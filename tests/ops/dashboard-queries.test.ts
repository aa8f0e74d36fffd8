import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findFreePort, waitForPort } from '../../dev/ports.ts';
import { projectRoot, stopChild } from '../../dev/processes.ts';
import { serveSmallSite } from '../../testing/serve-site.ts';
import { noLimits, startService, type Service } from '../../testing/service.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { ownStores } from '../../testing/own-stores.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { ensure } from '../../testing/programs.ts';

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
let canaryApi: Service;
let worker: Service;
let site: Awaited<ReturnType<typeof serveSmallSite>>;
let prometheus: PrometheusServer;
let traffic: Promise<void>;
let enquiries = 0;
let isStopped = false;

beforeAll(async () => {
  const ports = { api: await findFreePort(), worker: await findFreePort() };
  const shared = { ...stores.settings, LOG_LEVEL: 'error' };
  [api, canaryApi] = await Promise.all([
    startService('api', { ...shared, ...noLimits, API_METRICS_PORT: String(ports.api) }),
    // An API for the canaries, so that the first API gets only visitors' requests.
    startService('api', shared),
  ]);
  site = await serveSmallSite({ apiUrl: canaryApi.url });
  worker = await startService('worker', {
    ...shared,
    WORKER_METRICS_PORT: String(ports.worker),
    OUTBOX_DIR: '/dev/null/nowhere',
    SITE_URL: site.url,
    CANARY_EVERY_MINUTES: '0.01',
  });
  prometheus = await startPrometheus(ports);
  await waitFor('both are scraped', async () => (await prometheus.query('up == 1')).length === 2);
  traffic = sendUntilStopped();
  await waitFor('a canary has arrived', async () => {
    return (await prometheus.query('enquiries_mails_total{kind="canary"} > 1')).length > 0;
  });
});

afterAll(async () => {
  isStopped = true;
  await traffic;
  await prometheus.stop();
  await Promise.all([api.stop(), canaryApi.stop(), worker.stop(), site.stop()]);
  await stores.remove();
});

/**
 * Keeps sending enquiries, because a rate is above zero only if its counter grows between two
 * scrapes. Sends each enquiry twice, so that duplicates are counted too.
 */
async function sendUntilStopped(): Promise<void> {
  for (; !isStopped; enquiries += 1) {
    const body = JSON.stringify(createUniqueEnquiry({ email: `visitor-${enquiries}@example.org` }));
    const headers = { 'Content-Type': 'application/json' };
    for (let time = 0; time < 2; time += 1) {
      const { status } = await fetch(`${api.url}/api/contact`, { method: 'POST', headers, body });
      expect(status).toBe(202);
    }
    await sleep(500);
  }
}

describe('every panel of the dashboard shows data', () => {
  it.each(queries)('%s: %s', async (_title, expression) => {
    const samples = await waitFor('the query returns a number', async () => {
      const found = await prometheus.query(expression);
      return found.some(({ value }) => value[1] !== 'NaN') && found;
    });
    expect(samples.length).toBeGreaterThan(0);
  });
});

it('the metrics have no label that Prometheus sets itself', async () => {
  expect(await prometheus.query('{exported_job!=""} or {exported_instance!=""}')).toEqual([]);
});

it('counts new enquiries, duplicates, and retried emails', async () => {
  const counted = async (expression: string) =>
    Number((await prometheus.query(`sum(${expression})`))[0]?.value[1]);
  isStopped = true;
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
  await waitFor('an email has been retried', async () => (await counted(outages)) > 1);
});

interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

interface PrometheusServer {
  query: (expression: string) => Promise<Sample[]>;
  stop: () => Promise<void>;
}

async function startPrometheus(targets: Record<string, number>): Promise<PrometheusServer> {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const port = await findFreePort();
  const scrapeConfigs = Object.entries(targets).map(([job, target]) => ({
    job_name: job,
    static_configs: [{ targets: [`127.0.0.1:${target}`] }],
  }));
  const config = join(folder, 'prometheus.yml');
  // JSON is valid YAML.
  await writeFile(
    config,
    JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: scrapeConfigs }),
  );
  const child = spawn(
    ensure('prometheus', console.info),
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  await waitForPort(port, child);
  // Before its data is loaded, Prometheus accepts connections but answers in plain text.
  await waitFor('Prometheus is ready', async () => {
    return (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok;
  });
  return {
    async query(expression) {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`;
      const answer = (await (await fetch(url)).json()) as {
        error?: string;
        data?: { result: Sample[] };
      };
      if (!answer.data) throw new Error(`${expression}: ${answer.error}`);
      return answer.data.result;
    },
    async stop() {
      await stopChild(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
