import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findFreePort, waitUntilReady } from '../../dev/ports.ts';
import { isRunning, projectRoot, spawnTsx, stopChild } from '../../dev/processes.ts';
import { waitFor } from '../../testing/wait-for.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'npm-run-dev-'));
let product: ChildProcess;
let output = '';
let site: string;
let api: string;

beforeAll(async () => {
  const names = ['SITE_PORT', 'API_PORT', 'WORKER_PORT', 'OFFICE_PORT', 'REDIS_PORT'];
  const settings: Record<string, string> = { DATA_DIR: dataDir, REDIS_URL: '', MONGODB_URI: '' };
  for (const name of [...names, 'MONGODB_PORT']) settings[name] = String(await findFreePort());
  for (const name of ['API', 'WORKER', 'OFFICE']) settings[`${name}_METRICS_PORT`] = '0';
  site = `http://127.0.0.1:${settings.SITE_PORT}`;
  api = `http://127.0.0.1:${settings.API_PORT}`;
  product = spawnTsx('dev/main.ts', ['dev'], settings, ['ignore', 'pipe', 'pipe']);
  product.stdout?.on('data', (chunk) => (output += String(chunk)));
  product.stderr?.on('data', (chunk) => (output += String(chunk)));
  const isReady = () => {
    if (!isRunning(product)) throw new Error(output);
    return output.includes('Ready. Press Ctrl-C to stop');
  };
  await waitFor('all of it runs', isReady, 90_000);
}, 120_000);

afterAll(async () => {
  await stopChild(product, 'SIGTERM', 30_000);
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask(address: string): Promise<[status: number, type: string | null]> {
  const answer = await fetch(address);
  return [answer.status, answer.headers.get('content-type')];
}

it('serves the pages from their sources, with the script that reloads them', async () => {
  expect(await (await fetch(site)).text()).toContain('src="/@vite/client"');
  expect(output).toContain(`Site        ${site}\n`);
});

it('has the API and the office on the same origin, and nothing for staff at the API', async () => {
  expect(await ask(`${site}/api/nowhere`)).toEqual([404, 'text/plain; charset=utf-8']);
  expect((await ask(`${site}/api/contact-submissions?limit=5`))[0]).toBe(401);
  expect((await ask(`${site}/ops/queues`))[0]).toBe(401);
  for (const path of ['/api/contact-submissions', '/ops/queues']) {
    expect((await ask(`${api}${path}`))[0]).toBe(404);
  }
});

it('starts a server again whose source has been written', async () => {
  const source = join(projectRoot, 'api/main.ts');
  utimesSync(source, new Date(), new Date());
  await waitFor('the API restarts', () => /change in .*api.main\.ts/.test(output));
  await waitUntilReady(`${api}/readyz`);
});

it('stops all of it at one Ctrl-C', async () => {
  product.kill('SIGINT');
  expect(await once(product, 'exit')).toEqual([0, null]);
  expect(output).toContain('Stopped. The data is kept.');
  for (const address of [site, api]) await expect(fetch(address)).rejects.toThrow();
  expect(existsSync(join(dataDir, 'running.json'))).toBe(false);
});
