import { expect, it } from 'vitest';

import { startBrowser } from '#support/browser.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { officePassword as password, startOfficePages } from '#support/office/office-pages.ts';
import { serveSite } from '#support/serve-site.ts';

const browser = forAllTests(startBrowser);
const site = forAllTests(serveSite);
const office = forAllTests(startOfficePages);

/** What the browser itself says about a document that does not exist. */
const documentIsMissing = /^Failed to load resource: .* status of 404/;

it.each([
  ['/ops/', 'nobody', 'Staff sign-in'],
  ['/ops/no-such-page', 'nobody', 'Staff sign-in'],
  ['/ops/runbooks', 'nobody', 'Runbooks'],
  ['/ops/no-such-page', 'the-staff', 'Page not found'],
  ['/no-such-page', 'a visitor', '404 Page Not Found'],
])('%s opened by %s reports no error in the console', async (path, who, heading) => {
  const { page } = await browser.openPage();
  const errors: [string, string][] = [];
  page.on('pageerror', (error) => errors.push(['', String(error)]));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push([message.location().url, message.text()]);
  });
  const url = `${path.startsWith('/ops') ? office.url : site.url}${path}`;
  if (who.startsWith('the-')) {
    const data = { username: who, password };
    const headers = { Origin: office.url };
    await page.request.post(`${office.url}/ops/api/session.sign-in`, { data, headers });
  }
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  const unexpected = errors.filter(([at, text]) => at !== url || !documentIsMissing.test(text));
  expect(unexpected).toEqual([]);
});
