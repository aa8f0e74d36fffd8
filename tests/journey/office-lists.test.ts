import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { officeApi } from '../../office/office-api.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { officePassword as password } from '../../testing/office/office-pages.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { announced, deskUnderTest } from './desk-under-test.ts';

const { office, open, store, find } = deskUnderTest();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('loads a long list page by page, and exports all of it as a workbook', async () => {
  const organisation = 'Hundreds';
  const form = () => createUniqueEnquiry({ organisation });
  await Promise.all(
    Array.from({ length: 112 }, () => storeAccepted(office.database, { form: form() })),
  );
  const page = await open('/enquiries');
  await page.getByRole('searchbox').fill(organisation);
  const rows = page.getByRole('list', { name: 'Search results' }).getByRole('listitem');
  await rows.first().waitFor();
  await page.getByText('50 of 112', { exact: true }).waitFor();
  for (const shown of [100, 112]) {
    await button(page, 'Show more').press('Enter');
    await announced(page, `Showing ${shown} of 112.`);
    await page.getByText(`${shown} of 112`, { exact: true }).waitFor();
    expect(await rows.count()).toBe(shown);
    const [first] = await rows
      .nth(shown === 100 ? 50 : 100)
      .getByRole('link')
      .all();
    await expect.poll(() => first?.evaluate((link) => link === document.activeElement)).toBe(true);
  }
  expect(await button(page, 'Show more').count()).toBe(0);

  await button(page, 'Export enquiries …').click();
  await page.getByLabel('Reason for export').fill('For the board meeting');
  const saved = page.waitForEvent('download');
  await button(page, 'Save file').click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^enquiries-\d{4}-\d\d-\d\d\.xlsx$/);
  const parts = unzipSync(await readFile(await file.path()));
  const [sheet = '', strings = ''] = ['worksheets/sheet1', 'sharedStrings'].map((name) =>
    strFromU8(parts[`xl/${name}.xml`] ?? new Uint8Array()),
  );
  const texts = [...strings.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text = '']) => text);
  const textsIn = (cells: RegExp) =>
    [...sheet.matchAll(cells)].map(([, index]) => texts[Number(index)] ?? '');
  const titles = textsIn(/ r="[A-Z]+1"[^>]*><v>(\d+)/g);
  expect(titles.slice(0, 4)).toEqual(['Reference', 'Received', 'First Name', 'Last Name']);
  expect(textsIn(/ r="F\d+"[^>]*><v>(\d+)/g).slice(1)).toEqual(Array(112).fill(organisation));
  const widths = [...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
  expect(titles.every((title, index) => title.length < (widths[index] ?? 0))).toBe(true);
});

it('says that nothing has changed if the selected enquiries are waiting already', async () => {
  const { id, reference } = await store({ organisation: 'Waiters' });
  const handling = { state: 'waiting', owner: 'the-staff' };
  await office.database.submissions.updateOne({ _id: id }, { $set: { handling } });
  const page = await open('/enquiries?tab=waiting');
  await page.getByLabel(`Select ${reference}`).check();
  await button(page, 'Wait for reply').click();
  await button(page, 'Move to Waiting').click();
  await page.getByRole('region', { name: 'Last change' }).getByText('Nothing to change.').waitFor();
});

it('says why some of the selected enquiries were not changed', async () => {
  const organisation = 'Guild of Batches';
  const [old, recent] = [await store({ organisation }), await store({ organisation })];
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const $set = { createdAt: daysAgo(5) };
  await office.database.submissions.updateOne({ _id: old.id }, { $set });
  const page = await open('/enquiries?tab=all');
  await page.getByRole('searchbox').fill(organisation);
  await announced(page, '2 enquiries found.');
  for (const { reference } of [old, recent]) await page.getByLabel(`Select ${reference}`).check();
  await button(page, 'Mark as answered').click();
  await page.getByLabel('Answered on').fill(daysAgo(2).toISOString().slice(0, 10));
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as answered' }).click();
  const message = page.getByRole('region', { name: 'Last change' });
  await message.getByText('It cannot have been answered before it was received.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect((await find(old.id))?.handling?.answeredOn).toBeTruthy();
});

it('assigns by keyboard in a browser that cannot open the list of a select for a page', async () => {
  const { id, reference } = await store({});
  const page = await open('/enquiries');
  await page.addInitScript('delete HTMLSelectElement.prototype.showPicker');
  await page.goto(`${office.url}/ops/enquiries/${reference}`);
  await page.getByLabel('Assign to').press('ArrowDown');
  await expect.poll(async () => (await find(id))?.handling?.owner).toBeTruthy();
});

it('changes an enquiry twice in a list that is slow to load', async () => {
  const { id } = await store({ organisation: 'Hurried' });
  const page = await open('/enquiries?tab=all');
  const row = page.getByRole('listitem').filter({ hasText: 'Hurried' });
  await row.getByRole('link').focus();
  await page.route(`**${officeApi['enquiry.list'].path}`, async (route) => {
    await sleep(3_000);
    await route.continue();
  });
  await page.keyboard.press('a');
  await page.getByRole('region', { name: 'Last change' }).getByText('assigned to you').waitFor();
  await page.keyboard.press('e');
  await page.getByRole('region', { name: 'Last change' }).getByText('closed.').waitFor();
  expect((await find(id))?.handling?.state).toBe('done');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('ignores a shortcut for an enquiry that is still being changed', async () => {
  const { id } = await store({ organisation: 'Impatient' });
  const page = await open('/enquiries?tab=all');
  const row = page.getByRole('listitem').filter({ hasText: 'Impatient' });
  await row.getByRole('link').focus();
  await page.route(`**${officeApi['enquiry.assign'].path}`, async (route) => {
    await sleep(1_000);
    await route.continue();
  });
  await page.keyboard.press('a');
  await page.keyboard.press('e');
  await page.getByRole('region', { name: 'Last change' }).getByText('assigned to you').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect((await find(id))?.handling?.state).toBe('open');
});

it('loads other lists again after a conflict', async () => {
  const { id } = await store({ organisation: 'Rivals' });
  const page = await open('/enquiries?tab=all');
  const row = page.getByRole('listitem').filter({ hasText: 'Rivals' });
  await row.waitFor();
  await page.getByRole('link', { name: /^New \d/ }).click();
  await page
    .getByRole('link', { name: /^New \d/, exact: false })
    .and(page.locator('[aria-current]'))
    .waitFor();
  await row.getByRole('link').focus();
  const handling = { state: 'open', owner: 'the-officer', version: 1 };
  await office.database.submissions.updateOne({ _id: id }, { $set: { handling } });
  await page.keyboard.press('e');
  await button(page, 'Keep the current version').click();
  await page.getByRole('link', { name: /^All \d/ }).click();
  await row.getByText('Assigned to the-officer').waitFor();
});

it('offers a new colleague in the filter when the page is opened a minute later', async () => {
  await store({ organisation: 'Employers' });
  const page = await open('/enquiries?tab=all');
  await page.getByText('Filter and sort').click();
  const assignees = page.getByLabel('Assigned to');
  await assignees.getByRole('option', { name: 'the-staff' }).waitFor({ state: 'attached' });
  await createCheapUser(office.database, { username: 'the-new-one', password, role: 'staff' });
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.clock.setFixedTime(Date.now() + 61_000);
  await page.goBack();
  const added = assignees.getByRole('option', { name: 'the-new-one' });
  await added.waitFor({ state: 'attached', timeout: 20_000 });
});

it('loads a list again automatically if the connection breaks during the response', async () => {
  await store({ organisation: 'Travellers' });
  const page = await open('/overview');
  let count = 0;
  await page.route(`**${officeApi['enquiry.list'].path}`, (route) => {
    count += 1;
    const broken = { contentType: 'application/json', body: '{"rows":[' };
    return count > 1 ? route.continue() : route.fulfill(broken);
  });
  await page.getByRole('link', { name: 'Enquiries', exact: true }).last().click();
  await page.getByText('Enquiries cannot be loaded at the moment.').waitFor({ timeout: 20_000 });
  await page.getByRole('listitem').filter({ hasText: 'Travellers' }).waitFor();
});
