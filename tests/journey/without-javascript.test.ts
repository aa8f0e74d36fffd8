import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { startBrowser } from '../../testing/browser.ts';
import { startProduct } from '../../testing/running-product.ts';
import { fillIn } from '../../testing/contact-page.ts';
import { demandingEnquiry } from '../../testing/enquiry.ts';

const browser = forAllTests(startBrowser);
const product = forAllTests(startProduct);

it('a visitor with an outdated page, whose script is gone, can still send the form', async () => {
  const { page, complaints } = await browser.openPage();
  await page.route('**/assets/contact-island-*.js', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/-island-.*/, '-island-of-another-build.js'),
    }),
  );
  await page.goto(product.site);
  const gone = page.waitForResponse('**/assets/contact-island-*.js');
  await fillIn(page, demandingEnquiry);
  expect((await gone).status()).toBe(404);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.waitForURL(/\/sent\/#[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await page.waitForLoadState('networkidle');
  expect(complaints.filter((complaint) => !/status of 404/.test(complaint))).toEqual([]);
  await page.context().close();
});
