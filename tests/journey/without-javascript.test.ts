import { expect, it, vi } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { startBrowser } from '../../testing/browser.ts';
import { startProduct } from '../../testing/running-product.ts';
import { fillIn } from '../../testing/contact-page.ts';
import { demandingEnquiry } from '../../testing/enquiry.ts';

const browser = forAllTests(startBrowser);
const product = forAllTests(startProduct);

it('a visitor without JavaScript sends an enquiry and is shown the reference', async () => {
  const { page, complaints } = await browser.openPage({ javaScriptEnabled: false });
  await page.goto(product.site);
  await fillIn(page, demandingEnquiry);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.waitForURL(/\/api\/contact\/sent\/[0-9A-Z]{4}-[0-9A-Z]{4}\?/);
  const reference = new URL(page.url()).pathname.slice(-9);
  expect(await page.textContent('main')).toContain(reference);

  await vi.waitFor(
    async () => {
      const found = await product.find(reference);
      expect(found).toMatchObject(demandingEnquiry);
      expect(product.mail.accepted).toHaveLength(2);
    },
    { timeout: 45_000, interval: 100 },
  );
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('a visitor without JavaScript sees the errors, and keeps what was typed', async () => {
  const { page } = await browser.openPage({ javaScriptEnabled: false });
  await page.goto(product.site);
  await fillIn(page, { ...demandingEnquiry, message: 'Too short' });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByText('Message must be at least 10 characters long').first().waitFor();
  expect(await page.getByLabel('Organisation').inputValue()).toBe(demandingEnquiry.organisation);
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Too short');

  await page.getByLabel('Message', { exact: true }).fill('Long enough now.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.waitForURL(/\/api\/contact\/sent\//);
  await page.context().close();
});

it('a visitor with an outdated page, whose form has no script, can send too', async () => {
  const { page, complaints } = await browser.openPage();
  await page.route('**/assets/contact-island-*.js', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/-[^-]+\.js$/, '-of-another-build.js'),
    }),
  );
  await page.goto(product.site);
  const gone = page.waitForResponse('**/assets/contact-island-*.js');
  await fillIn(page, demandingEnquiry);
  expect((await gone).status()).toBe(404);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.waitForURL(/\/api\/contact\/sent\//);
  expect(complaints.filter((complaint) => !/status of 404/.test(complaint))).toEqual([]);
  await page.context().close();
});
