import { existsSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { waitUntilReady } from '../../dev/ports.ts';
import { projectRoot, stopChild } from '../../dev/processes.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { ownSettings, startOwn, type OwnStart } from '../../testing/own-start.ts';

let settings: Record<string, string>;
let product: OwnStart;

beforeAll(async () => {
  settings = await ownSettings();
  product = startOwn(settings, 'dev');
  await product.ready();
}, 120_000);

afterAll(async () => {
  await stopChild(product.child, 'SIGTERM', 30_000);
  rmSync(settings.DATA_DIR ?? '', { recursive: true, force: true });
});

async function ask(address: string): Promise<[status: number, type: string | null]> {
  const answer = await fetch(address);
  return [answer.status, answer.headers.get('content-type')];
}

it('serves the pages from their sources, with the script that reloads them', async () => {
  expect(await (await fetch(product.site)).text()).toContain('src="/@vite/client"');
  expect(product.output()).toContain(`Site        ${product.site}\n`);
});

it('has the API and the office on the same origin, and nothing for staff at the API', async () => {
  expect(await ask(`${product.site}/api/nowhere`)).toEqual([404, 'text/plain; charset=utf-8']);
  expect((await ask(`${product.site}/api/contact-submissions?limit=5`))[0]).toBe(401);
  expect((await ask(`${product.site}/ops/queues`))[0]).toBe(401);
  for (const path of ['/api/contact-submissions', '/ops/queues']) {
    expect((await ask(`${product.api}${path}`))[0]).toBe(404);
  }
});

it('starts a server again whose source has been written', async () => {
  const source = join(projectRoot, 'api/main.ts');
  utimesSync(source, new Date(), new Date());
  await waitFor('the API restarts', () => /change in .*api.main\.ts/.test(product.output()));
  await waitUntilReady(`${product.api}/readyz`);
});

it('stops all of it at one Ctrl-C', async () => {
  product.child.kill('SIGINT');
  expect(await product.ended()).toBe(0);
  expect(product.output()).toContain('Stopped. The data is kept.');
  for (const address of [product.site, product.api]) await expect(fetch(address)).rejects.toThrow();
  expect(existsSync(join(settings.DATA_DIR ?? '', 'running.json'))).toBe(false);
});
