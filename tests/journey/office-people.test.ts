import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

import { addPersonRequest } from '../../storage/person-requests.ts';
import { findEnquiries } from '../../storage/enquiries.ts';
import { storeCorrection } from '../../storage/correct-and-erase.ts';
import { findViolations } from '../../testing/axe.ts';
import { startBrowser } from '../../testing/browser.ts';
import { createEnquiry, createUniqueEnquiry } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { loadedFiles, scriptsOf, totalOf } from '../../testing/loaded-files.ts';
import { officePassword, startOfficePages } from '../../testing/office/office-pages.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { parseCsv } from '../../testing/parse-csv.ts';
import { readPdf } from '../../testing/site/read-pdf.ts';

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
  const request = { who: 'Sipho Dube', email: 'sipho@example.org', recordedBy: 'the-officer' };
  const receivedAt = new Date(Date.now() - 34 * day);
  await addPersonRequest(database, { ...request, _id: randomUUID(), kind: 'deletion', receivedAt });
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

async function find(page: Page, who: string): Promise<void> {
  await page.getByLabel('Email address, name or enquiry reference').fill(who);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}

async function saved(page: Page, name: string): Promise<Download> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return download;
}

it("finds, corrects and deletes a person's data, and answers with a letter and JSON", async () => {
  const page = await open('/people');
  await expectNobodyShutOut(page);
  await find(page, 'nobody in particular');
  await page.getByRole('heading', { name: 'No enquiries from nobody in particular' }).waitFor();
  await find(page, 'x');
  await page.getByText('Enter an email address, a name or a reference').waitFor();
  await find(page, 'nobody@example.org');
  await page.getByText('We hold no data.').waitFor();
  await find(page, email);
  await page.getByText('We hold 3 enquiries').waitFor();
  expect(page.url()).not.toContain('thandiwe');
  await expectNobodyShutOut(page);

  await page.getByRole('button', { name: 'Correct …' }).first().click();
  await expectNobodyShutOut(page);
  await page.getByLabel('Last Name').fill('');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByText('Last name is required').waitFor();
  await page.getByLabel('Last Name').fill('Dlamini');
  await page.getByRole('button', { name: 'Review changes' }).click();
  const change = page.getByRole('group', { name: 'Last Name' });
  expect((await change.innerText()).replace(/\s+/g, ' ')).toBe(
    'Last Name Before Nkosi After Dlamini',
  );
  expect(await page.getByRole('group').count()).toBe(1);
  await expectNobodyShutOut(page);
  const [newest] = await findEnquiries(office.database, { email }, { limit: 1 });
  if (!newest) throw new Error('There is no enquiry.');
  await storeCorrection(office.database, newest, { lastName: 'Zulu' });
  await page.getByRole('button', { name: 'Save correction' }).click();
  await page.getByText('has been changed by a colleague').waitFor();
  await change.getByText('Zulu').waitFor();
  expect((await change.innerText()).replace(/\s+/g, ' ')).toBe(
    'Last Name Current version Zulu Your version Dlamini',
  );
  await expectNobodyShutOut(page);
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText('Corrected: Last Name.').waitFor();
  await page.getByText('Dlamini').waitFor();
  expect(await office.database.submissions.countDocuments({ lastName: 'Dlamini' })).toBe(1);

  await page.getByRole('button', { name: 'Prepare answer' }).click();
  await page.getByRole('heading', { name: 'What we hold about you' }).waitFor();
  await page.getByText('Dear Thandiwe Dlamini,').waitFor();
  expect(page.url()).toBe(`${office.url}/ops/people/answer`);
  await expectNobodyShutOut(page);
  await page.getByRole('link', { name: '← People' }).click();
  const file = await saved(page, 'Export all data (JSON)');
  expect(file.suggestedFilename()).toMatch(/^person-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ email });
  const exports = await office.database.audit.read({ action: 'person.export', limit: 9 });
  expect(exports.map(({ subject }) => subject.ids.length)).toEqual([3, 3]);

  await page.getByRole('button', { name: 'Erase …' }).click();
  await expectNobodyShutOut(page);
  await page.getByLabel('Type the person’s email address').fill('other@example.org');
  await page.getByRole('button', { name: 'Erase permanently' }).click();
  await page.getByText('That is not this person’s email address').waitFor();
  await page.getByLabel('Type the person’s email address').fill(email);
  await page.getByRole('button', { name: 'Erase permanently' }).click();
  await page.getByText('Erased: 3 enquiries').waitFor();
  await expectNobodyShutOut(page);
  expect(await office.database.submissions.countDocuments({ email })).toBe(0);
  expect(await office.database.submissions.countDocuments({})).toBe(1);
});

it('prints the answer with Arabic and Venda text, page numbers and no controls', async () => {
  const arabic = 'مرحباً، نود أن نعرف المزيد عن خدماتكم.';
  const venda = 'Ndi khou ṱoḓa u ḓivha nga ha tshumelo: ḓ ṱ ṋ ḽ ṅ.';
  const who = 'laila@example.org';
  onTestFinished(async () => {
    await office.database.submissions.deleteMany({ email: who });
  });
  for (const message of [arabic, venda]) {
    await storeAccepted(office.database, { form: createUniqueEnquiry({ email: who, message }) });
  }
  const page = await open('/people');
  await find(page, who);
  await page.getByRole('button', { name: 'Prepare answer' }).click();
  await page.getByRole('heading', { name: 'What we hold about you' }).waitFor();
  const direction = (text: string) =>
    page.getByText(text).evaluate((value) => getComputedStyle(value).direction);
  expect([await direction(arabic), await direction(venda)]).toEqual(['rtl', 'ltr']);
  const pdf = readPdf(await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true }));
  expect(pdf).toMatchObject({ language: 'en-ZA', tagged: true });
  expect(pdf.title).toMatch(/^What we hold about you/);
  const printed = pdf.pages.join(' ').normalize('NFKC');
  for (const word of ['ṱoḓa', 'ḓivha', 'ḓ ṱ ṋ ḽ ṅ']) expect(printed).toContain(word);
  expect(printed.match(/\p{Script=Arabic}/gu)?.length).toBeGreaterThan(20);
  expect(printed).not.toMatch(/Print or save|Overview|Skip to content/);
  expect(pdf.pages[0]).toContain(`Page 1 of ${pdf.pages.length}`);
});

it('shows the register with overdue requests first, adds requests and closes them', async () => {
  const page = await open('/people');
  const requests = page.getByRole('list', { name: 'Open requests' }).getByRole('listitem');
  await page.getByText('4 days overdue').waitFor();
  await page.getByRole('button', { name: 'Add request …' }).click();
  await page.getByLabel('Requester').fill('Thandiwe Nkosi');
  await page.getByLabel('Email address', { exact: true }).fill(email);
  await expectNobodyShutOut(page);
  await page.getByRole('button', { name: 'Add request', exact: true }).click();
  await page.getByText('30 days left').waitFor();
  expect(await requests.allInnerTexts()).toEqual([
    expect.stringContaining('Sipho Dube'),
    expect.stringContaining('Thandiwe Nkosi'),
  ]);
  await page.getByRole('button', { name: 'Close request from Sipho Dube' }).press('Enter');
  await page.getByLabel('Outcome').selectOption('Refused');
  await expectNobodyShutOut(page);
  await page.getByRole('button', { name: 'Close request', exact: true }).press('Enter');
  await page.getByText('1 closed request').click();
  await page.getByText('Refused,').waitFor();
  expect(await requests.count()).toBe(1);
  await expectNobodyShutOut(page);

  await page.getByRole('button', { name: 'Reopen request from Sipho Dube' }).press('Enter');
  await expectNobodyShutOut(page);
  await page.getByRole('button', { name: 'Reopen request', exact: true }).press('Enter');
  await expect.poll(() => requests.count()).toBe(2);
});

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
  const own = scriptsOf(await loadedFiles(page)).filter(({ path }) => !ofAnyPage.includes(path));
  expect(own.length).toBeGreaterThan(0);
  expect(totalOf(own)).toBeLessThanOrEqual(40_000);
  const byWeek = page.getByRole('table', { name: 'Enquiries by week' });
  expect(await byWeek.getByRole('row').count()).toBe(13);
  await expectNobodyShutOut(page);

  await page.getByRole('button', { name: 'Export enquiries …' }).click();
  await expectNobodyShutOut(page);
  await page.getByLabel('CSV').check();
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
  await page.getByText('contains personal data').waitFor();
  await expectNobodyShutOut(page);
  const [record] = await office.database.audit.read({ action: 'enquiry.export', limit: 1 });
  expect(record).toMatchObject({
    actor: 'the-staff',
    subject: { reason: 'For the board meeting' },
  });
});
