import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchBrowser, openPage } from '../../testing/browser.ts';
import { startProduct, type RunningProduct } from '../../testing/running-product.ts';
import { fillIn } from '../../testing/contact-page.ts';
import { demandingEnquiry } from './contact-form.ts';

let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

it('a visitor is told when the API is down, and nothing that was typed is lost', async () => {
  const { page } = await openPage(browser);
  await page.goto(product.site);
  await fillIn(page, demandingEnquiry);
  await product.api.stop();
  await page.getByRole('button', { name: 'Send Message' }).click();

  const notification = page.getByRole('alert').filter({ hasText: 'Error' }).first();
  await notification.waitFor();
  expect(await notification.textContent()).toContain('503: ');
  expect(await page.getByLabel('First Name').inputValue()).toBe(demandingEnquiry.firstName);
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(
    demandingEnquiry.message,
  );
  expect(await page.getByRole('button', { name: 'Send Message' }).isEnabled()).toBe(true);
  await page.context().close();
});
