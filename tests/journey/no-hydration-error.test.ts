import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchBrowser, openPage } from '../../testing/browser.ts';
import { startDevelopmentServer, type DevelopmentServer } from './development-server.ts';
import { formIsLive } from '../../testing/contact-page.ts';
import { handOutToken } from './contact-form.ts';

let browser: Browser;
let server: DevelopmentServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startDevelopmentServer()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function openHome(): Promise<string[]> {
  const { page, complaints } = await openPage(browser);
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
