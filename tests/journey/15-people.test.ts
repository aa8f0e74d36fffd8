import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';

import type { StoredEnquiry } from '#storage/enquiries.ts';
import { storeCorrection } from '#storage/people.ts';
import { savePersonRequest } from '#storage/person-requests.ts';
import { findViolations } from '#support/axe.ts';
import { startBrowser } from '#support/browser.ts';
import { createUniqueEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { openSignedIn, startOfficePages } from '#support/office/office-pages.ts';
import { storeAccepted } from '#support/own-stores.ts';
import { readPdf } from '#support/site/read-pdf.ts';

const browser = forAllTests(startBrowser);
const office = forAllTests(startOfficePages);
const day = 86_400_000;

async function open(role = 'officer'): Promise<Page> {
  const page = await openSignedIn(browser, office.url, `the-${role}`, '/people');
  page.setDefaultTimeout(60_000);
  onTestFinished(() => page.context().close());
  return page;
}

async function find(page: Page, who: string): Promise<void> {
  await page.getByLabel('Email address, name or enquiry reference').fill(who);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().press('Enter');

async function openLetter(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open the letter' }).click();
  const letter = await opened;
  await letter.getByRole('heading', { name: 'What we hold about you' }).waitFor();
  return letter;
}

it('PROMISE 15: finds, corrects, answers, exports and erases at the desk', async () => {
  const email = 'thandiwe@example.org';
  for (const spelling of [email, 'Thandiwe+guild@example.org']) {
    await storeAccepted(office.database, { form: createUniqueEnquiry({ email: spelling }) });
  }
  const page = await open();
  await find(page, 'nobody in particular');
  await page.getByText('No enquiries under this name').waitFor();
  await find(page, 'nobody@example.org');
  await page.getByText('We hold no data.').waitFor();
  await find(page, 'thandiwe');
  await page.getByRole('button', { name: `Find data about ` }).press('Enter');
  await page.getByText('We hold 2 enquiries.').waitFor();
  expect(page.url()).toBe(`${office.url}/ops/people`);
  expect(await findViolations(page)).toEqual([]);

  await press(page, 'Correct …');
  await page.getByLabel('Last Name').fill('');
  await press(page, 'Save correction');
  await page.getByText('Last name is required').waitFor();
  await page.getByLabel('Last Name').fill('Dlamini');
  expect(await findViolations(page)).toEqual([]);
  const [newest] = await office.database.submissions
    .find()
    .sort({ createdAt: -1 })
    .lean<StoredEnquiry[]>();
  if (!newest) throw new Error('There is no enquiry.');
  const ofColleague = { lastName: 'Zulu', organisation: 'Guild of Bookbinders' };
  await storeCorrection(office.database, newest, ofColleague);
  await press(page, 'Save correction');
  await page.getByText('has been changed by a colleague').waitFor();
  await page.getByText('Now: Zulu').waitFor();
  await press(page, 'Save correction');
  await page.getByText('was corrected.').first().waitFor();
  const corrected = await office.database.submissions.findById(newest._id).lean();
  expect(corrected).toMatchObject({ ...ofColleague, lastName: 'Dlamini' });

  const letter = await openLetter(page);
  await letter.getByText('Dear Thandiwe').waitFor();
  expect(await findViolations(letter)).toEqual([]);
  await letter.close();
  const download = page.waitForEvent('download');
  await press(page, 'Export all data (JSON)');
  const file = await readFile(await (await download).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ enquiries: [{}, {}] });

  await press(page, 'Erase …');
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('type the person’s email address').fill('other@example.org');
  await press(page, 'Erase permanently');
  await page.getByText('Type the email address.').waitFor();
  await page.getByLabel('type the person’s email address').fill(email);
  await press(page, 'Erase permanently');
  await page.getByText('Erased: 2 enquiries.').waitFor();
  expect(await office.database.submissions.countDocuments()).toBe(0);
});

it('PROMISE 15: prints the letter with Arabic and Venda text and page numbers', async () => {
  const arabic = 'مرحباً، نود أن نعرف المزيد عن خدماتكم.';
  const venda = 'Ndi khou ṱoḓa u ḓivha nga ha tshumelo: ḓ ṱ ṋ ḽ ṅ.';
  const email = 'laila@example.org';
  for (const message of [arabic, venda]) {
    await storeAccepted(office.database, { form: createUniqueEnquiry({ email, message }) });
  }
  const page = await open();
  await find(page, email);
  const letter = await openLetter(page);
  const direction = (text: string) =>
    letter.getByText(text).evaluate((value) => getComputedStyle(value).direction);
  expect([await direction(arabic), await direction(venda)]).toEqual(['rtl', 'ltr']);
  const background = await letter
    .locator('.note')
    .evaluate((note) => getComputedStyle(note).paddingTop);
  expect(background).not.toBe('0px');
  const pdf = readPdf(await letter.pdf({ preferCSSPageSize: true, tagged: true, outline: true }));
  expect(pdf).toMatchObject({ language: 'en-ZA', tagged: true });
  expect(pdf.title).toMatch(/^What we hold about you/);
  const printed = pdf.pages.join(' ').normalize('NFKC');
  for (const word of ['ṱoḓa', 'ḓivha', 'ḓ ṱ ṋ ḽ ṅ']) expect(printed).toContain(word);
  expect(printed.match(/\p{Script=Arabic}/gu)?.length).toBeGreaterThan(20);
  expect(printed).not.toContain('Check this letter');
  expect(pdf.pages[0]).toMatch(new RegExp(`1 ?/ ?${pdf.pages.length}`));
});

it('PROMISE 15: adds, edits, closes and reopens requests in one dialog', async () => {
  const late = { who: 'Sipho\u202e Dube', email: 'sipho@example.org', kind: 'deletion' } as const;
  const receivedAt = new Date(Date.now() - 34 * day);
  const request = { ...late, _id: randomUUID(), receivedAt };
  await savePersonRequest(office.database, request, 'the-officer');
  const page = await open();
  const requests = page.getByRole('list', { name: 'Open requests' }).getByRole('listitem');
  await page.getByText('4 days overdue, ').waitFor();
  await page.getByRole('link', { name: 'People 1 request overdue' }).waitFor();
  expect(await page.locator('bdi', { hasText: late.who }).count()).toBe(1);

  await press(page, 'Add request …');
  await page.getByLabel('Requester').fill('Nandi Khumalo');
  await press(page, 'Save');
  await page.getByText('Enter an email address or other contact details').waitFor();
  await page.getByLabel('Other contact details').fill('12 Main Road\nPretoria');
  expect(await findViolations(page)).toEqual([]);
  await press(page, 'Save');
  await page.getByText('30 days left, ').waitFor();
  expect(await requests.allInnerTexts()).toEqual([
    expect.stringContaining('Sipho'),
    expect.stringContaining('12 Main Road, Pretoria'),
  ]);

  await page.getByRole('button', { name: 'Edit request from Sipho' }).press('Enter');
  await page.getByLabel('Outcome').selectOption('Refused');
  await press(page, 'Save');
  await page.getByText('1 closed request').click();
  await page.getByText('Refused, ').waitFor();
  await page.getByRole('link', { name: 'People', exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit request from Sipho' }).press('Enter');
  await page.getByLabel('Outcome').selectOption('Open');
  await press(page, 'Save');
  await expect.poll(() => requests.count()).toBe(2);
});

it('PROMISE 15: says that a store is down, and shows the page only to information officers', async () => {
  const page = await open();
  const detail = 'Enquiries cannot be loaded at the moment.';
  await page.route('**/ops/api/person.find', (route) =>
    route.fulfill({
      ...{ status: 503, contentType: 'application/problem+json' },
      body: JSON.stringify({ status: 503, detail }),
    }),
  );
  await find(page, 'somebody@example.org');
  await page.getByRole('alert').getByText(detail).waitFor();
  const staff = await open('staff');
  await staff.getByRole('heading', { name: 'Page not found' }).waitFor();
});
