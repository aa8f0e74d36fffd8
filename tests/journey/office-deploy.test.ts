import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';

import { referenceOf } from '#contract/reference.ts';
import { storeSubmission } from '#storage/submissions.ts';
import { startBrowser } from '#support/browser.ts';
import { createAccepted } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { openSignedIn, startOfficePages } from '#support/office/office-pages.ts';
import { builtPages } from '../../office/config.ts';

const browser = forAllTests(startBrowser);
const office = forAllTests(startOfficePages);

/**
 * What the server still has of the previous build: everything, everything except the audit page's
 * code, or nothing.
 */
type Left = 'all' | 'not all' | 'nothing';

/** Opens a page of the enquiries desk. `deploy` simulates a build that renames every script. */
async function openBefore(path: string) {
  const page = await openSignedIn(browser, office.url, 'the-officer', '/account');
  onTestFinished(() => page.context().close());
  const scripts = readdirSync(join(builtPages, 'assets')).filter((name) => name.endsWith('.js'));
  const old = (text: string) =>
    scripts.reduce((all, name) => all.replaceAll(name, name.replace('.js', '-old.js')), text);
  let left: Left = 'all';
  async function answer(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url());
    const isDocument = route.request().resourceType() === 'document';
    const isOld = isDocument || (pathname.endsWith('-old.js') && !/AuditPage/.test(pathname));
    if (left === 'nothing' || (left === 'not all' && !isOld)) return route.continue();
    const url = route.request().url().replace('-old.js', '.js');
    const response = await route.fetch({ url, headers: { 'accept-encoding': 'identity' } });
    return route.fulfill({ response, body: old(await response.text()) });
  }
  await page.route(/\/ops(\/assets\/.*\.js)?$/, answer);
  await page.route(`**/ops/**`, (route) =>
    route.request().resourceType() === 'document' ? answer(route) : route.fallback(),
  );
  await page.goto(`${office.url}/ops${path}`);
  let loads = 0;
  page.on('load', () => (loads += 1));
  return { page, loads: () => loads, deploy: (now: Left = 'nothing') => (left = now) };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const openAudit = (page: Page) => page.getByRole('link', { name: 'Audit trail' }).click();

it('an old page reloads only once if the code of the next page is gone', async () => {
  const { page, loads, deploy } = await openBefore('/enquiries');
  await heading(page, 'Enquiries').waitFor();
  deploy();
  await openAudit(page);
  await heading(page, 'Audit trail').waitFor();
  expect(new URL(page.url()).pathname).toBe('/ops/audit');
  expect(await page.locator('script[src*="-old"]').count()).toBe(0);
  expect(loads()).toBe(1);
});

it('a reload does not lose a draft', async () => {
  const submission = createAccepted();
  await storeSubmission(office.database, submission);
  const { page, loads, deploy } = await openBefore(`/enquiries/${submission.id}`);
  await heading(page, `Enquiry ${referenceOf(submission.id)}`).waitFor();
  const note = page.getByLabel('Internal note');
  await note.fill('Half a thought');
  const warnings: string[] = [];
  page.on('dialog', (warning) => {
    warnings.push(warning.type());
    void warning.accept();
  });
  deploy();
  await openAudit(page);
  await heading(page, 'Audit trail').waitFor();
  expect(loads()).toBe(1);
  expect(warnings).toEqual([]);
  await page.goBack();
  expect(await note.inputValue()).toBe('Half a thought');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.locator('blockquote', { hasText: 'Half a thought' }).waitFor();
});
