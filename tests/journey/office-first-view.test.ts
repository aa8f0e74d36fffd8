import { expect, it, onTestFinished } from 'vitest';

import { startBrowser } from '../../testing/browser.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { isShipped } from '../../testing/firms/shipped.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { loadedFiles, scriptsOf, totalOf } from '../../testing/loaded-files.ts';
import { openSignedIn, startOfficePages } from '../../testing/office/office-pages.ts';
import { storeAccepted } from '../../testing/own-stores.ts';

const browser = forAllTests(startBrowser);
const office = forAllTests(startOfficePages);

const FIRST_VIEW_BYTES = 120_000;
const SCRIPT_BYTES = 95_000;

it('shows the first list without requests for data, within the size budgets', async () => {
  for (let count = 0; count < 60; count += 1) {
    await storeAccepted(office.database, { form: createUniqueEnquiry() });
  }
  // Live updates begin when the desk's first page opens, and that page then loads its list again.
  // So the test measures a second page.
  const first = await openSignedIn(browser, office.url, 'the-officer', '/enquiries');
  onTestFinished(() => first.context().close());
  await first.locator('[data-row]').first().waitFor();
  const page = await first.context().newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(first.url());
  const rows = page.locator('[data-row]');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(50);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect(requests.filter((path) => path.startsWith('/ops/api/'))).toEqual([
    '/ops/api/enquiry/events',
  ]);
  const files = await loadedFiles(page);
  expect(totalOf(scriptsOf(files))).toBeLessThanOrEqual(SCRIPT_BYTES);
  // Other firms may have larger fonts.
  if (isShipped) expect(totalOf(files)).toBeLessThanOrEqual(FIRST_VIEW_BYTES);

  // The HTML names every script of the view, so that all are requested immediately.
  const linked = await page
    .locator('link[rel="modulepreload"], script[src]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? one.getAttribute('src')));
  expect(
    scriptsOf(files)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(linked.toSorted());

  await page
    .getByRole('link', { name: 'Show more' })
    .or(page.getByRole('button', { name: 'Show more' }))
    .click();
  await expect.poll(() => rows.count()).toBe(60);
});
