import { existsSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startBrowser } from '#support/browser.ts';
import { formIsLive } from '#support/contact-page.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { waitFor } from '#support/wait-for.ts';
import { ownSettings, startOwn, type OwnStart } from '#support/own-start.ts';
import { isOk, projectRoot, stopChild } from '../../dev/processes.ts';

const browser = forAllTests(startBrowser);
let settings: Record<string, string>;
let product: OwnStart;

beforeAll(async () => {
  settings = await ownSettings();
  product = startOwn(settings, 'dev');
  await product.ready();
});

afterAll(async () => {
  await stopChild(product.child, 'SIGTERM', 30_000);
  rmSync(settings.DATA_DIR ?? '', { recursive: true, force: true });
});

function write(file: string): void {
  utimesSync(join(projectRoot, file), new Date(), new Date());
}

it('serves the pages from source, with the script that reloads them', async () => {
  const page = await (await fetch(product.site)).text();
  expect(page).toContain('src="/@vite/client"');
  expect(product.output()).toContain(`Site        ${product.site}\n`);
});

async function sendNothing(): Promise<string[]> {
  const { page, complaints } = await browser.openPage();
  page.setDefaultTimeout(60_000);
  await page.goto(product.site);
  await formIsLive(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.locator('#contact-message-error').waitFor();
  await page.context().close();
  return complaints;
}

it('hydrates the form without errors or warnings in the console', async () => {
  // On the first visit, the server may optimise dependencies and then reload the page.
  await sendNothing();
  expect(await sendNothing()).toEqual([]);
});

it.each(['firm/content/home.ts'])('updates open pages when %s changes', async (file) => {
  const { page } = await browser.openPage();
  // On the first visit, the server may prepare modules and then reload the page.
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(product.site);
    await formIsLive(page);
  }
  await page.evaluate(() => (document.title = 'As it was'));
  write(file);
  await page.waitForFunction(() => document.title !== 'As it was');
  await page.context().close();
  expect(product.output()).not.toContain('restarting server');
});

it('restarts a server when its source changes', async () => {
  write('api/main.ts');
  await waitFor('the API restarts', () => /change in .*api.main\.ts/.test(product.output()));
  await waitFor('the API is ready', () => isOk(`${product.api}/readyz`));
});

it('stops everything after one Ctrl-C', async () => {
  product.child.kill('SIGINT');
  expect(await product.ended()).toBe(0);
  expect(product.output()).toContain('Stopped. The data is kept.');
  for (const address of [product.site, product.api]) await expect(fetch(address)).rejects.toThrow();
  expect(existsSync(join(settings.DATA_DIR ?? '', 'running.json'))).toBe(false);
});
