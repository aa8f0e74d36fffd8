import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it, onTestFinished, vi } from 'vitest';

import type * as firms from '../../firm/firm.ts';
import { referenceOf } from '../../contract/reference.ts';
import { localDay, momentOf } from '../../contract/time.ts';
import { addWorkingDays } from '../../contract/working-days.ts';
import { officeApiPath } from '../../office/paths.ts';
import { findViolations } from '../../testing/axe.ts';
import { startBrowser } from '../../testing/browser.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { openSignedIn, shownState, startOfficePages } from '../../testing/office/office-pages.ts';
import { storeAccepted } from '../../testing/own-stores.ts';

vi.mock('../../firm/firm.ts', async (original) => {
  const actual = await original<typeof firms>();
  return { ...actual, firm: { ...actual.firm, replyWithin: 'one working day' } };
});

const browser = forAllTests(startBrowser);
const office = forAllTests(startOfficePages);
const phone = { viewport: { width: 360, height: 780 } };

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openSignedIn(browser, office.url, 'the-staff', path, options);
  page.setDefaultTimeout(60_000);
  onTestFinished(() => page.context().close());
  return page;
}

/** Stores an enquiry that arrived the given number of working days ago. */
async function store(organisation: string, workingDays = 0) {
  const day = addWorkingDays(localDay(Date.now()), -workingDays);
  const acceptedAt = workingDays === 0 ? new Date() : momentOf(day, '10:00');
  const form = createUniqueEnquiry({ organisation });
  const id = await storeAccepted(office.database, { form, acceptedAt, replyTarget: { days: 1 } });
  return { id, reference: referenceOf(id) };
}

const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

it('shows when replies are due or overdue, until the enquiries are answered', async () => {
  const late = await store('Late Guild', 4);
  await store('Early Guild');
  const page = await open('/enquiries', phone);
  await rowOf(page, 'Late Guild').getByText('Reply overdue since').waitFor();
  await rowOf(page, 'Early Guild').getByText('Reply due').waitFor();
  expect(await findViolations(page)).toEqual([]);

  await page.goto(`${office.url}/ops/overview`);
  const fact = (label: string) => page.locator('dl > div', { hasText: label }).locator('dd');
  await fact('Replies overdue').getByText('1', { exact: true }).waitFor();
  await fact('Answered in time: 0 of 1').getByText('0%').waitFor();
  const load = page.getByRole('region', { name: 'Open enquiries by colleague' });
  await load.getByRole('row', { name: 'Unassigned 2 1' }).waitFor();
  await load.getByRole('row', { name: 'the-staff 0 0' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await load.getByRole('link', { name: '1' }).press('Enter');
  await rowOf(page, 'Late Guild').waitFor();
  await page.getByText('1 of 1').waitFor();
  expect(await findViolations(page)).toEqual([]);

  await page.goto(`${office.url}/ops/enquiries/${late.reference}`);
  const overdue = page.getByText('Reply overdue since');
  await overdue.waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('e');
  await shownState(page, 'Closed, the-staff').waitFor();
  await overdue.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await overdue.waitFor();
  // Closing an enquiry or moving it to Waiting does not count as an answer.
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Reopen' }).press('Enter');
  await shownState(page, 'In progress, the-staff').waitFor();
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Move to Waiting' }).press('Enter');
  await shownState(page, 'Waiting, the-staff').waitFor();
  await overdue.waitFor();
  await page.getByRole('button', { name: 'Mark as answered' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Answered on').fill('2999-01-01');
  await dialog.getByRole('button', { name: 'Mark as answered' }).press('Enter');
  await dialog.getByText('Choose today or an earlier date.').waitFor();
  await dialog.getByLabel('Answered on').fill('');
  await dialog.getByRole('button', { name: 'Mark as answered' }).press('Enter');
  await page.getByText('Answered late on').waitFor();
  expect(await overdue.count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Mark as answered' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Mark as unanswered' }).waitFor();

  const exported = await page.evaluate(async (path) => {
    const body = JSON.stringify({ list: 'all', format: 'csv', reason: 'For the board' });
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(path, { method: 'POST', headers, body })).text();
  }, `${officeApiPath}/enquiry.export`);
  expect(exported).toContain('"Reply due","Answered","Answered in time"');
  const today = localDay(Date.now());
  const due = addWorkingDays(addWorkingDays(today, -4), 1);
  expect(exported.split('\n').find((line) => line.includes('Late Guild'))).toContain(
    `"${due}","${today}","No"`,
  );
});
