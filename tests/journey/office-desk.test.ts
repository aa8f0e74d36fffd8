import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { badgeOf } from '../../office/office-views.ts';
import { removeTemplate, saveTemplate } from '../../storage/templates.ts';
import { findViolations } from '../../testing/axe.ts';
import { officePassword as password, shownState } from '../../testing/office/office-pages.ts';
import { readPdf } from '../../testing/site/read-pdf.ts';
import { announced, deskUnderTest } from './desk-under-test.ts';

const { office, open, store, find } = deskUnderTest();

const note = (page: Page) => page.getByLabel('Internal note');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('keeps drafts while offline, and reconnects automatically', async () => {
  const { id, reference } = await store({ organisation: 'Patient people' });
  const page = await open(`/enquiries/${reference}`);
  await note(page).fill('They want a quotation.');
  await page.context().setOffline(true);
  await announced(page, /^You are offline/);
  const banner = page.getByText('You are offline');
  expect((await banner.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.evaluate('scrollTo(0, 0)');
  const { y = NaN, height = NaN } = (await banner.boundingBox()) ?? {};
  const below = await page.getByRole('link', { name: 'All enquiries' }).boundingBox();
  expect(below?.y).toBeGreaterThanOrEqual(y + height + 16);
  await button(page, 'Save note').click();
  await announced(page, 'Not saved: The server could not be reached.');
  expect(await note(page).inputValue()).toBe('They want a quotation.');
  expect(await findViolations(page)).toEqual([]);

  // The code of the list page has not been loaded, so the page cannot open while offline.
  await page.getByRole('link', { name: 'All enquiries' }).click();
  await page.getByRole('alert').getByText('This page cannot be loaded at the moment.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.context().setOffline(false);
  await page.getByRole('listitem').filter({ hasText: 'Patient people' }).waitFor();
  await announced(page, 'You are back online.');
  await page.goBack();
  expect(await note(page).inputValue()).toBe('They want a quotation.');
  await button(page, 'Save note').click();
  await page.locator('blockquote', { hasText: 'They want a quotation.' }).waitFor();
  expect((await find(id))?.handling?.notes).toHaveLength(1);
});

it('keeps what was typed about an enquiry that is deleted', async () => {
  const { id, reference } = await store({ organisation: 'Withdrawn' });
  const page = await open(`/enquiries/${reference}`);
  await note(page).fill('Call her on Monday.');
  await office.database.submissions.deleteOne({ _id: id });
  await button(page, 'Save note').click();
  await page.getByText('This enquiry does not exist.').waitFor();
  await page.getByText('You had not saved this note:').waitFor();
  await page.getByText('Call her on Monday.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await button(page, 'Discard the note').click();
  await page.getByText('Call her on Monday.').waitFor({ state: 'detached' });
});

it('asks before it resends failed emails', async () => {
  const { id, reference } = await store({ organisation: 'Bouncers' }, 'failed');
  const page = await open(`/enquiries/${reference}`);
  await page.getByText(badgeOf('address-bounced').words).waitFor();
  await button(page, 'Resend failed emails').click();
  expect(await findViolations(page)).toEqual([]);
  await page
    .getByRole('dialog', { name: 'Resend failed emails?' })
    .getByText('Only the failed emails')
    .waitFor();
  await button(page, 'Cancel').click();
  expect((await find(id))?.notifications.acknowledgement?.status).toBe('failed');
  await button(page, 'Resend failed emails').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).press('Enter');
  await announced(page, `${reference}: failed emails are being resent.`);
  await page.getByText(badgeOf('mail-pending').words).waitFor();
  expect(await page.getByText(badgeOf('address-bounced').words).count()).toBe(0);
  const { staff, acknowledgement } = (await find(id))?.notifications ?? {};
  expect([staff?.status, acknowledgement?.status]).toEqual(['sent', 'pending']);
});

it('replies from a template and closes the enquiry, with undo and shortcuts', async () => {
  const { id, reference } = await store({ firstName: 'Zanele', organisation: 'Askers' });
  const templates = await open('/templates', { viewport: { width: 360, height: 800 } });
  await button(templates, 'Add two examples, in English and Afrikaans').click();
  await button(templates, 'Edit Arrange a call').click();
  await templates.getByLabel('Text').fill('Dear {first name}, re {reference}: yes.');
  expect(await findViolations(templates)).toEqual([]);
  await button(templates, 'Save template').click();
  await templates.getByRole('dialog').waitFor({ state: 'detached' });

  const page = await open(`/enquiries/${reference}`);
  await button(page, 'Reply').waitFor();
  await page.keyboard.press('r');
  await page.keyboard.type('Good news.');
  const box = page.getByLabel(/^To Zanele/);
  expect(await box.inputValue()).toBe('Dear Zanele,\n\nGood news.\n\nKind regards,');
  await button(page, 'Discard').click();
  await box.waitFor({ state: 'detached' });
  await button(page, 'Undo').click();
  await box.fill('Typed before');
  const template = page.getByLabel('Use a template');
  await template.selectOption('Arrange a call');
  const text = `Dear Zanele, re ${reference}: yes.`;
  expect(await box.inputValue()).toBe(text);
  await button(page, 'Undo').click();
  expect(await box.inputValue()).toBe('Typed before');
  await template.selectOption('Arrange a call');
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Reply and close').click();
  await shownState(page, 'Closed, the-staff').waitFor();
  await page.locator('blockquote', { hasText: text }).waitFor();
  await page.getByText('The reply has not been sent yet').waitFor();
  await page.keyboard.press('u');
  await shownState(page, 'New, unassigned').waitFor();
  expect(await box.inputValue()).toBe(text);
  expect((await find(id))?.handling?.replies).toEqual([]);
  await box.press('Control+Enter');
  await shownState(page, 'In progress, the-staff').waitFor();
  expect(await box.count()).toBe(0);
  expect((await find(id))?.notifications.reply?.status).toBe('pending');
  // The undo message must close on time, even under the pointer: the reply is sent at that moment.
  await button(page, 'Undo').hover();
  await button(page, 'Undo').waitFor({ state: 'detached' });
  await page.keyboard.press('u');
  await page.getByText('Nothing to undo.').first().waitFor();
  await page.goto(`${office.url}/ops/enquiries?tab=in-progress`);
  const row = page.getByRole('listitem').filter({ hasText: 'Askers' });
  await row.getByText('Answered on').waitFor();
});

it.each(['', 'a'])('opens an enquiry of emojis only, after “%s”', async (start) => {
  // A reply by email program quotes the beginning, and cuts one of the two inside an emoji.
  const { reference } = await store({ message: `${start}${'😀'.repeat(1_000)}` });
  const page = await open(`/enquiries/${reference}`);
  const reply = page.getByRole('link', { name: 'Reply from my email program' });
  expect(decodeURIComponent((await reply.getAttribute('href')) ?? '')).toContain('😀 …');
});

it('copies the address, the reference and the message, and confirms each', async () => {
  const email = 'copied@example.org';
  const message = '<b>Bold</b> & مرحبا\n\nSecond line';
  const { reference } = await store({ email, message });
  const page = await open(`/enquiries/${reference}`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  for (const [what, text] of Object.entries({ address: email, reference, message })) {
    await button(page, `Copy the ${what}`).click();
    await announced(page, `The ${what} was copied.`);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
  }
  await page.evaluate('delete Navigator.prototype.clipboard');
  await button(page, 'Copy the address').or(button(page, 'The address was copied.')).click();
  await announced(page, 'This browser does not allow copying.');
});

it("prints an enquiry in the firm's design, without controls", async () => {
  const { reference } = await store({ organisation: 'Printers', message: 'Ink and paper.' });
  const page = await open(`/enquiries/${reference}`, { colorScheme: 'dark' });
  // A page keeps its fallback fonts if the web fonts arrive late. After a reload, the web fonts
  // are in the cache.
  await page.reload();
  await note(page).fill('Not for the paper');
  const paper = { format: 'A4', tagged: true, outline: true };
  const bytes = await page.pdf(paper);
  const { pages } = readPdf(bytes);
  const text = pages.join();
  expect(pages).toHaveLength(1);
  const onItsSide = readPdf(await page.pdf({ ...paper, landscape: true }));
  expect(onItsSide.pages).toHaveLength(1);
  expect(onItsSide.pages.join()).toContain('Ink and paper.');
  for (const words of [reference, 'Printers', 'Ink and paper.', 'New, unassigned']) {
    expect(text).toContain(words);
  }
  expect(text).not.toMatch(
    /Assign|Close|Copy|Reply(?! due)|Print\b|Save|Sign out|Keyboard|Not for|All enq|Next|Skip/,
  );
  // Chromium gives all web fonts this name. A fallback font would keep its own name.
  const fonts = [...bytes.toString('latin1').matchAll(/FontName \/\w+\+(\S+)/g)];
  expect(new Set(fonts.map(([, name]) => name))).toEqual(new Set(['OTS-derived-font']));
});

/** Presses Tab until the element has the focus, and expects an outline around it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  await target.waitFor();
  for (let presses = 0; !(await hasFocus()); presses += 1) {
    if (presses > 60) throw new Error(`Tab does not lead to ${String(target)}.`);
    await page.keyboard.press('Tab');
  }
  // The link of a row outlines the whole row by means of `::after`.
  const outlines = await target.evaluate((element) =>
    [undefined, '::after'].map((part) => getComputedStyle(element, part).outlineStyle),
  );
  expect(outlines).toContain('solid');
}

it('is usable without a pointer and without shortcuts', async () => {
  const { id, reference } = await store({ organisation: 'Keyboard makers' });
  const page = await open('/enquiries', { username: '' });
  await page.evaluate(`localStorage.setItem('office-shortcuts', 'off')`);
  await tabTo(page, page.getByLabel('Username'));
  await page.keyboard.type('the-staff');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: 'Keyboard makers' });
  await row.waitFor();
  await page.reload();
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type('Keyboard makers');
  await announced(page, '1 enquiry found.');

  await tabTo(page, row.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await announced(page, '1 selected.');
  for (const key of ['e', 'a', '!', '?']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await tabTo(page, button(page, 'Assign to me'));
  await page.keyboard.press('Enter');
  await announced(page, `${reference} assigned to you. You can undo this.`);
  await tabTo(page, button(page, 'Undo'));
  await page.keyboard.press('Enter');
  await announced(page, 'Undone.');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect((await find(id))?.handling?.owner).toBeNull();

  await tabTo(page, row.getByRole('link'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Assign to'));
  // The first arrow key opens the list, and the others move down to the-staff.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await shownState(page, 'In progress, the-staff').waitFor();
  await tabTo(page, note(page));
  await page.keyboard.type('Typed: e a ! ?');
  await tabTo(page, button(page, 'Save note'));
  await page.keyboard.press('Enter');
  await page.locator('blockquote', { hasText: 'Typed: e a ! ?' }).waitFor();
  await tabTo(page, button(page, 'Close enquiry'));
  await page.keyboard.press('Enter');
  await shownState(page, 'Closed, the-staff').waitFor();
  await tabTo(page, button(page, 'Reopen'));
});

it("shows a colleague's changes to templates when the page is opened again", async () => {
  const template = {
    ...{ _id: crypto.randomUUID(), name: 'Ours', text: 'Dear all' },
    ...{ changedBy: 'the-officer', changedAt: new Date() },
  };
  await saveTemplate(office.database, template);
  const page = await open('/templates');
  await page.getByText('Ours', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await office.database.templates.updateOne({ _id: template._id }, { $set: { name: 'Theirs' } });
  await page.goBack();
  await page.getByText('Theirs', { exact: true }).waitFor();
  await removeTemplate(office.database, template._id);
});
