import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { startBrowser } from '../../testing/browser.ts';
import { formIsLive } from '../../testing/contact-page.ts';
import { handOutToken } from './contact-form.ts';
import { isRunning, spawnTsx, stopChild } from '../../dev/processes.ts';
import { findFreePort, waitUntilReady } from '../../dev/ports.ts';

const browser = forAllTests(startBrowser);
const server = forAllTests(startDevelopmentServer);

async function openHome(): Promise<string[]> {
  const { page, complaints } = await browser.openPage();
  page.setDefaultTimeout(60_000);
  await handOutToken(page);
  await page.goto(server.url);
  await formIsLive(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.locator('#contact-message-error').waitFor();
  await page.context().close();
  return complaints;
}

it('React takes over the form of a development build without a word in the console', async () => {
  // The first time, the server may still be preparing modules, and reloads the page when it has.
  await openHome();
  expect(await openHome()).toEqual([]);
});

/** Serves the sources of the site, as whoever works on it sees them. */
async function startDevelopmentServer() {
  const port = await findFreePort();
  const env = { NODE_ENV: 'development', MODE: 'development', SITE_PORT: String(port) };
  const child = spawnTsx('dev/serve-sources.ts', [], env, 'ignore');
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(url, 60_000, () => !isRunning(child));
  } catch (error) {
    await stopChild(child);
    throw error;
  }
  return { url, stop: () => stopChild(child) };
}
