import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { formWords } from '../../contract/words.ts';
import { findFreePort } from '../../dev/ports.ts';
import { projectRoot } from '../../dev/processes.ts';
import { startBrowser } from '../../testing/browser.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startService } from '../../testing/service.ts';
import { fillIn } from '../../testing/contact-page.ts';
import { openDatabase } from '../../testing/own-stores.ts';
import { startCaddy } from './web-server.ts';
import { demandingEnquiry } from '../../testing/enquiry.ts';

const database = forAllTests(openDatabase);
const site = forAllTests(startSite);
const api = forAllTests(() => {
  const settings = {
    ...database.settings,
    SITE_URL: site.url,
  };
  return startService('api', settings, { port: site.apiPort });
});
const browser = forAllTests(startBrowser);

async function startSite() {
  const folder = await mkdtemp(join(tmpdir(), 'two-origins-'));
  const [apiPort, port] = [await findFreePort(), await findFreePort()];
  const root = join(folder, 'dist');
  // Two ports are two origins of one site, like api.example.co.za and www.example.co.za.
  buildSite(root, { SITE_URL: local(port), API_URL: local(apiPort) });
  const caddy = await startCaddy({ root, port, apiPort: 9, officePort: 9 });
  return {
    ...caddy,
    apiPort,
    async stop() {
      await caddy.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function local(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function buildSite(root: string, settings: Record<string, string>): void {
  const result = spawnSync('npm', ['run', '--silent', 'build:site'], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', SITE_OUT_DIR: root, ...settings },
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`${result.stdout}\n${result.stderr}`);
}

it('a site on one origin sends its form to the API on another', async () => {
  const { page, complaints } = await browser.openPage();
  await page.goto(site.url);
  await fillIn(page, demandingEnquiry);
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Send Message' }).click();
  const answer = await answered;
  expect(answer.url()).toBe(`${api.url}/api/contact`);
  expect(answer.status()).toBe(202);
  await page.getByText(formWords.success.title).first().waitFor();
  expect(complaints).toEqual([]);
});

it('CORS does not allow other sites to send forms', async () => {
  const answer = await fetch(`${api.url}/api/contact`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
  });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

it('the form also works without JavaScript, and leads back to the site', async () => {
  const { page, complaints } = await browser.openPage({ javaScriptEnabled: false });
  await page.goto(site.url);
  await fillIn(page, { ...demandingEnquiry, email: 'without@example.org' });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.waitForURL(/\/sent\/#[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(new URL(page.url()).origin).toBe(site.url);
  expect(complaints).toEqual([]);
});
