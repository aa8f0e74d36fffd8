import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

import { findViolations } from '#support/axe.ts';
import { startBrowser } from '#support/browser.ts';
import { createEnquiry, createUniqueEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { loadedFiles, scriptsOf, totalOf } from '#support/loaded-files.ts';
import { officePassword, startOfficePages } from '#support/office/office-pages.ts';
import { storeAccepted } from '#support/own-stores.ts';
import { parseCsv } from '#support/parse-csv.ts';

const browser = forAllTests(startBrowser);
const office = forAllTests(startOfficePages);
const email = 'thandiwe@example.org';
const day = 86_400_000;

beforeAll(async () => {
  const { database } = office;
  for (const age of [0, 3, 20]) {
    const acceptedAt = new Date(Date.now() - age * day);
    await storeAccepted(database, { acceptedAt, form: createUniqueEnquiry({ email }) });
  }
  await storeAccepted(database, { form: createEnquiry({ email: 'other@example.org' }) });
});

/** Opens a page as a user with a role. The test fails on unexpected console errors. */
async function open(path: string, role = 'officer', expected = /status of 4\d\d/): Promise<Page> {
  const { page, complaints } = await browser.openPage();
  page.setDefaultTimeout(60_000);
  onTestFinished(async () => {
    await page.context().close();
    expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
  });
  await page.goto(`${office.url}/ops${path}`);
  await page.getByLabel('Username').fill(`the-${role}`);
  await page.getByLabel('Password').fill(officePassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  return page;
}

async function expectNobodyShutOut(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

const sum = (numbers: string[]) => numbers.reduce((total, number) => total + Number(number), 0);

async function saved(page: Page, name: string): Promise<Download> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return download;
}

it('shows the figures of twelve weeks, and exports a list with a reason', async () => {
  const waiting = { $set: { 'handling.state': 'waiting' } };
  await office.database.submissions.updateOne({ email: 'other@example.org' }, waiting);
  const page = await open('/overview', 'staff');
  const notClosed = page.getByRole('definition').first();
  const load = page.getByRole('table').first().getByRole('row');
  expect(await notClosed.innerText()).toBe(
    String(sum(await load.locator('td:nth-child(2)').allInnerTexts())),
  );
  const ofAnyPage = await (await page.request.get(`${office.url}/ops/sign-in`)).text();
  const ownScripts = scriptsOf(await loadedFiles(page)).filter(
    ({ path }) => !ofAnyPage.includes(path),
  );
  expect(ownScripts.length).toBeGreaterThan(0);
  expect(totalOf(ownScripts)).toBeLessThanOrEqual(40_000);
  const byWeek = page.getByRole('table', { name: 'Enquiries by week' });
  expect(await byWeek.getByRole('row').count()).toBe(13);
  await expectNobodyShutOut(page);

  await page.getByRole('button', { name: 'Export enquiries …' }).click();
  await expectNobodyShutOut(page);
  await page.getByLabel('Format').selectOption('csv');
  await page.getByRole('button', { name: 'Save file' }).click();
  const reason = page.getByLabel('Reason for export');
  expect(await reason.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
  await reason.fill('For the board meeting');
  await page.getByLabel('Received on or after').fill('2020-01-01');
  const file = await saved(page, 'Save file');
  expect(file.suggestedFilename()).toMatch(/^enquiries-\d{4}-\d\d-\d\d\.csv$/);
  const [titles, ...rows] = parseCsv(await readFile(await file.path(), 'utf8'));
  expect(titles?.slice(0, 6)).toEqual([
    'Reference',
    'Received',
    'How',
    'First Name',
    'Last Name',
    'Email',
  ]);
  expect(rows.map((cells) => cells[5])).toContain('other@example.org');
  await page.getByRole('region').getByText('contains personal data').waitFor();
  await expectNobodyShutOut(page);
  const [record] = await office.database.audit.read({ action: 'enquiry.export', limit: 1 });
  expect(record).toMatchObject({
    actor: 'the-staff',
    subject: { reason: 'For the board meeting' },
  });
});
