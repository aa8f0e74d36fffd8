import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { findViolations } from '#support/axe.ts';
import { createUniqueEnquiry } from '#support/enquiry.ts';
import { loadedFiles, scriptsOf, totalOf } from '#support/loaded-files.ts';
import { shownState } from '#support/office/office-pages.ts';
import { postForm } from '#support/send-enquiry.ts';
import { message, pipelineAndOffice, row } from './pipeline-and-office.ts';

/** Compressed bytes of the first view of a list: its JavaScript, and everything with fonts. */
const scriptBytes = 120_000;
const firstViewBytes = 150_000;

const { api, openAs, pipeline, proxies, storeEnquiry, storeSpam, office } = pipelineAndOffice();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');

it('PROMISE 11: lists a new enquiry within 15 s, with its count in the title', async () => {
  const page = await openAs('naledi', 'enquiries');
  await page.getByText('No new enquiries').waitFor();
  expect(await findViolations(page)).toEqual([]);
  const files = (await loadedFiles(page)).filter(({ path }) => !path.startsWith('/ops/api/'));
  const sizes = files.map(({ path, bytes }) => `${bytes} ${path}`).join('\n');
  expect(totalOf(scriptsOf(files)), sizes).toBeLessThanOrEqual(scriptBytes);
  expect(totalOf(files), sizes).toBeLessThanOrEqual(firstViewBytes);
  const form = createUniqueEnquiry({ organisation: 'Guild of Bookbinders' });
  expect((await postForm(api.url, form)).status).toBe(202);
  await row(page, 'Guild of Bookbinders').waitFor({ timeout: 30_000 });
  await page.getByRole('link', { name: /^New 1$/ }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\) Enquiries/);
  expect(await findViolations(page)).toEqual([]);
});

it('PROMISE 11: assigns, undoes, notes, tags, waits, answers and closes an enquiry', async () => {
  const { reference } = await storeEnquiry({ message: 'A long story.\n'.repeat(60) });
  const page = await openAs('naledi', `enquiries/${reference}`);
  await button(page, 'Assign to me').click();
  await shownState(page, 'In progress, naledi').waitFor();
  await message(page).getByText(`${reference} assigned to you.`).waitFor();
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
  await button(page, 'Undo').click();
  await shownState(page, 'New, unassigned').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(300);

  await page.getByLabel('Internal note').fill(`The same person as ${reference}.`);
  await button(page, 'Save note').click();
  await page.locator('blockquote').getByRole('link', { name: reference }).waitFor();
  expect(await page.getByLabel('Internal note').inputValue()).toBe('');
  await page.getByLabel('New tag').fill('conference');
  await button(page, 'Add tag').click();
  await button(page, 'Remove the tag conference').waitFor();

  await button(page, 'Wait for reply').click();
  await dialog(page)
    .getByLabel(/^Follow up on/)
    .fill('2000-01-01');
  await button(page, 'Move to Waiting').click();
  await dialog(page).getByText('Choose a day after today.').waitFor();
  await dialog(page)
    .getByLabel(/^Follow up on/)
    .fill('');
  await button(page, 'Move to Waiting').click();
  await shownState(page, 'Waiting, naledi').waitFor();
  await button(page, 'Mark as answered').click();
  await dialog(page).getByRole('button', { name: 'Mark as answered' }).click();
  await page.getByText(/^Answered on/).waitFor();
  await button(page, 'Close enquiry').click();
  await shownState(page, 'Closed, naledi').waitFor();
  await button(page, 'Reopen').waitFor();
  expect(await findViolations(page)).toEqual([]);
});

it('PROMISE 11: a reply is undone within ten seconds, then sent from a template', async () => {
  const { id, reference } = await storeEnquiry({ organisation: 'Weavers' });
  const page = await openAs('naledi', 'templates');
  await button(page, 'Add a template …').click();
  await page.getByLabel('Name').fill('Arrange a call');
  await page.getByLabel('Text').fill('Dear {first name},\n\nThank you ({reference}).');
  await button(page, 'Save template').click();
  await button(page, 'Edit Arrange a call').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.goto(`${office.url}/ops/enquiries/${reference}`);
  await page.getByRole('heading', { name: 'Message' }).waitFor();
  await page.keyboard.press('r');
  const field = page.getByLabel(/^To /);
  await field.fill('Dear all,\n\nWe will phone you on Thursday.');
  await button(page, 'Send reply').click();
  await button(page, 'Undo').click();
  await message(page).getByText('The reply was not sent.').waitFor();
  expect(await field.inputValue()).toContain('on Thursday');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.getByLabel('Use a template').selectOption('Arrange a call');
  await expect.poll(() => field.inputValue()).toContain(reference);
  await button(page, 'Reply and close').click();
  await shownState(page, 'Closed, naledi').waitFor();
  await expect
    .poll(async () => (await pipeline.database.submissions.findById(id).lean())?.notifications, {
      timeout: 60_000,
      interval: 1_000,
    })
    .toMatchObject({ reply: { status: 'sent' } });
});

it('PROMISE 11: searches, filters, selects several at once and keeps the search private', async () => {
  for (const lastName of ['Mabuza', 'Mabuza-Smith'])
    await storeEnquiry({ lastName, organisation: 'Tanners' });
  const page = await openAs('naledi', 'enquiries');
  await row(page, 'Mabuza-Smith').waitFor();
  await page.keyboard.press('/');
  await page.getByRole('searchbox').fill('mabuza');
  await page.getByText('2 of 2').waitFor();
  await page.getByLabel('Select all').check();
  await button(page, 'Assign to me').click();
  await message(page).getByText('2 enquiries assigned to you.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Undo').click();
  await message(page).getByText('Undone.').waitFor();
  expect(page.url()).not.toContain('mabuza');
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  expect(kept).not.toContain('mabuza');

  await page.getByRole('searchbox').fill('');
  await page.getByRole('link', { name: /^All \d/ }).click();
  await page.getByText('Filter and sort').click();
  await page.getByLabel('Assigned to').selectOption({ label: 'sipho' });
  await page.getByText('Nothing found', { exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Clear filter').first().click();
  await row(page, 'Mabuza-Smith').waitFor();
});

it('PROMISE 14: a date that is typed digit by digit filters once, when it is complete', async () => {
  const page = await openAs('naledi', 'enquiries?tab=all');
  await page.getByText('Filter and sort').click();
  const lists: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/enquiry.list')) lists.push(request.postData() ?? '');
  });
  await page.getByLabel('Received on or after').press('Home');
  // The same day in each order of day and month.
  await page.keyboard.type('01012026', { delay: 50 });
  await page.waitForURL(/from=2026-01-01/);
  await expect.poll(() => lists).toEqual([expect.stringContaining('"from":"2026-01-01"')]);
});

it('PROMISE 11: marks spam and not spam, and says why', async () => {
  const { reference } = await storeSpam('Backlinks Ltd');
  const page = await openAs('naledi', 'spam');
  await row(page, 'Backlinks Ltd').getByText('contains little but links').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await row(page, 'Backlinks Ltd').getByRole('link').click();
  await page.getByText('Why this was marked as spam').waitFor();
  await page.getByRole('group', { name: 'Block list' }).waitFor();
  await button(page, 'Not spam').click();
  await dialog(page).getByRole('button', { name: 'Not spam' }).click();
  await shownState(page, 'New, unassigned').waitFor();
  // Keys do nothing until the change before is shown.
  await page.getByRole('button', { name: 'Mark as spam', disabled: false }).waitFor();
  await page.keyboard.press('!');
  await shownState(page, 'Spam').waitFor();
  await message(page).getByText(`${reference} marked as spam.`).waitFor();
  expect(await findViolations(page)).toEqual([]);
});

it('PROMISE 11: adds an enquiry that came by phone, and keeps it while it is typed', async () => {
  const page = await openAs('naledi', 'enquiries');
  const add = async () => {
    await button(page, 'Add an enquiry').click();
    await dialog(page).waitFor();
  };
  await add();
  await page.getByLabel('Last name').fill('Dlamini');
  await page.getByLabel('Phone or address').fill('021 555 0100');
  await page.getByLabel('What was said').fill('She asks for a proposal by March.');
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await add();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Dlamini');
  await dialog(page).getByRole('button', { name: 'Add enquiry' }).click();
  await page.getByRole('heading', { name: /^Enquiry / }).waitFor();
  await page.getByText('021 555 0100').waitFor();
  await page
    .getByText(/by telephone/)
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: 'Reply', exact: true }).count()).toBe(0);
});

it('PROMISE 11: works by keyboard, with a switch, and not while a word is composed', async () => {
  await storeEnquiry({ organisation: 'Keyboardists' });
  const page = await openAs('naledi', 'enquiries');
  await row(page, 'Keyboardists').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Message' }).waitFor();
  await page.evaluate(
    `dispatchEvent(new KeyboardEvent('keydown', { key: 'a', isComposing: true }))`,
  );
  await page.keyboard.press('n');
  const note = page.getByLabel('Internal note');
  expect(await note.evaluate((field) => field === document.activeElement)).toBe(true);
  await note.blur();
  await shownState(page, 'New, unassigned').waitFor();
  await page.keyboard.press('a');
  await shownState(page, 'In progress, naledi').waitFor();
  await page.keyboard.press('e');
  await shownState(page, 'Closed, naledi').waitFor();
  await page.keyboard.press('?');
  await page.getByLabel('Use keyboard shortcuts in this browser').uncheck();
  expect(await findViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('?');
  expect(await dialog(page).count()).toBe(0);
});

it('PROMISE 11: opens the next and the previous enquiry of the list, and fits a phone', async () => {
  for (const firstName of ['One', 'Two']) await storeEnquiry({ firstName, organisation: 'Pagers' });
  const page = await openAs('naledi', 'enquiries');
  await page.setViewportSize({ width: 320, height: 740 });
  await row(page, 'Two').getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1, name: /^Enquiry / });
  const opened = await heading.innerText();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect.poll(() => heading.innerText()).not.toBe(opened);
  await page.keyboard.press('k');
  await expect.poll(() => heading.innerText()).toBe(opened);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

it('PROMISE 11: a link in a staff email asks before it changes anything', async () => {
  const { reference } = await storeEnquiry({ organisation: 'Linkers' });
  const page = await openAs('naledi', `enquiries/${reference}?do=assign`);
  await dialog(page).getByText('Nothing has changed yet.').waitFor();
  await shownState(page, 'New, unassigned').waitFor();
  await dialog(page).getByRole('button', { name: 'Assign to me' }).click();
  await shownState(page, 'In progress, naledi').waitFor();
});

it('PROMISE 11: prints an enquiry without its controls', async () => {
  const { reference } = await storeEnquiry({ message: 'On paper, please.' });
  const page = await openAs('naledi', `enquiries/${reference}`);
  await page.getByText('On paper, please.').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText('On paper, please.').isVisible()).toBe(true);
  for (const control of [button(page, 'Print'), page.getByRole('navigation')])
    expect(await control.first().isVisible()).toBe(false);
});

it('says that new enquiries are safe while MongoDB is away, keeps drafts, and recovers', async () => {
  const { reference } = await storeEnquiry({ organisation: 'Outage watchers' });
  const page = await openAs('naledi', `enquiries/${reference}`);
  await page.getByLabel('Internal note').fill('Half a thought');
  await proxies.mongodb.down();
  await button(page, 'Save note').click();
  await page.getByRole('alert').getByText('Not saved').waitFor();
  expect(await page.getByLabel('Internal note').inputValue()).toBe('Half a thought');
  await page.getByRole('link', { name: 'All enquiries' }).click();
  await page.getByRole('heading', { name: 'Enquiries', exact: true }).waitFor();
  await page.getByText('New ones are safe').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await proxies.mongodb.up();
  await row(page, 'Outage watchers').waitFor({ timeout: 60_000 });
});
