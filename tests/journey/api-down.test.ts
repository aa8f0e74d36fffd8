import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { startBrowser } from '../../testing/browser.ts';
import { startProduct } from '../../testing/running-product.ts';
import { fillIn } from '../../testing/contact-page.ts';
import { demandingEnquiry } from '../../testing/enquiry.ts';

const browser = forAllTests(startBrowser);
const product = forAllTests(startProduct);

it('shows an error while the API is down, and keeps what was typed', async () => {
  const { page } = await browser.openPage();
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
