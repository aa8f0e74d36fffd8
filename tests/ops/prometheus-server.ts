import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stopChild } from '../../dev/processes.ts';
import { findFreePort, waitForPort } from '../../dev/ports.ts';
import { ensurePrometheus } from '../../testing/programs.ts';
import { waitFor } from '../../testing/wait-for.ts';

interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

/** A Prometheus that looks at the given processes every second. */
export interface PrometheusServer {
  query: (expression: string) => Promise<Sample[]>;
  stop: () => Promise<void>;
}

/** Starts Prometheus on a free port, with a folder that goes away when it stops. */
export async function startPrometheus(targets: Record<string, number>): Promise<PrometheusServer> {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const port = await findFreePort();
  const scrapeConfigs = Object.entries(targets).map(([job, target]) => ({
    job_name: job,
    static_configs: [{ targets: [`127.0.0.1:${target}`] }],
  }));
  const config = join(folder, 'prometheus.yml');
  // JSON is YAML too.
  await writeFile(
    config,
    JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: scrapeConfigs }),
  );
  const child = spawn(
    ensurePrometheus(console.info).prometheus,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  await waitForPort(port, child);
  // It accepts connections before it has opened its data, and then answers in plain text.
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
