import { lists } from '../../office/features/enquiries/state.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { waitUntilReady } from '../../dev/ports.ts';
import { findViolations } from '../../testing/axe.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { loadedFiles, scriptsOf, totalOf } from '../../testing/loaded-files.ts';
import { officePassword as password, shownState } from '../../testing/office/office-pages.ts';
import { postForm } from '../../testing/send-enquiry.ts';
import { announced, keptBy, message, pipelineAndOffice, row } from './pipeline-and-office.ts';

const { api, handlingOf, office, openAs, pipeline, proxies, storeEnquiry, storeSpam } =
  pipelineAndOffice();
const budget = 160_000;

it('shows a new enquiry automatically, and a message while there is none', async () => {
  const page = await openAs('naledi', 'enquiries');
  await page.getByText(lists.new.empty[0]).waitFor();
  expect(await findViolations(page)).toEqual([]);
  const bytes = totalOf(scriptsOf(await loadedFiles(page)));
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(budget);

  const form = createUniqueEnquiry({ organisation: 'Guild of Bookbinders' });
  expect((await postForm(api.url, form)).status).toBe(202);
  await row(page, 'Guild of Bookbinders').waitFor();
  await announced(page, '1 new enquiry.').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: /^New 1$/ }).waitFor();
  expect(await findViolations(page)).toEqual([]);
});

it('shows new enquiries as soon as the page is visible again', async () => {
  await storeEnquiry({ organisation: 'Guild of Regulars' });
  const page = await openAs('naledi', 'enquiries');
  await row(page, 'Guild of Regulars').waitFor();
  const show = (state: string) =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', {
      configurable: true, value: '${state}' });
    document.dispatchEvent(new Event('visibilitychange'))`);
  await show('hidden');
  const before = await page.title();
  const form = createUniqueEnquiry({ organisation: 'Guild of Returners' });
  expect((await postForm(api.url, form)).status).toBe(202);
  await expect.poll(() => page.title()).not.toBe(before);
  expect(await row(page, 'Guild of Returners').count()).toBe(0);
  await show('visible');
  await row(page, 'Guild of Returners').waitFor();
});

it('shows an enquiry as typed, assigns it, undoes that, adds a note and closes it', async () => {
  const typed = '<b>Bold</b> & مرحبا\n\nSecond line';
  const { id, reference } = await storeEnquiry({ organisation: 'Bakers', message: typed });
  const page = await openAs('naledi', 'enquiries');
  await row(page, 'Bakers').getByRole('link').click();
  await page.getByRole('heading', { name: `Enquiry ${reference}` }).waitFor();
  expect(await page.title()).not.toContain('Bakers');
  const shown = page.locator('p', { hasText: '<b>Bold</b>' });
  expect(await shown.innerText()).toBe(typed);
  expect(await shown.getAttribute('dir')).toBe('auto');
  const mailto = await page
    .getByRole('link', { name: 'Reply from my email program' })
    .getAttribute('href');
  expect(mailto).toContain(reference);
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Assign to me' }).click();
  await shownState(page, 'In progress, naledi').waitFor();
  await message(page).getByText(`${reference} assigned to you.`).waitFor();
  await message(page).getByRole('button', { name: 'Undo' }).click();
  await shownState(page, 'New, unassigned').waitFor();
  await expect.poll(async () => (await handlingOf(id))?.state).toBe('new');

  await page.getByLabel('Internal note').fill('Rang them: they decide in March.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.locator('blockquote', { hasText: 'Rang them' }).waitFor();
  expect(await page.getByLabel('Internal note').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Close enquiry' }).click();
  await shownState(page, 'Closed, naledi').waitFor();
  await page.getByText('naledi closed it').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await handlingOf(id)).toMatchObject({ state: 'done', owner: 'naledi' });
});

it('finds a name or reference spelt differently, and keeps the search out of the URL', async () => {
  const { reference } = await storeEnquiry({ firstName: 'Nomvúla', lastName: 'Dlamini-Ngũgĩ' });
  const page = await openAs('naledi', 'enquiries?tab=done');
  const spoken = reference
    .toLowerCase()
    .replace('-', ' ')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l');
  for (const text of ['dlamini-ngũgĩ nomvúla', spoken]) {
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill(text);
    await row(page, 'Nomvúla').waitFor();
    await announced(page, '1 enquiry found.').waitFor({ state: 'attached' });
    expect(page.url()).toBe(`${office.url}/ops/enquiries?tab=done`);
    await page.getByRole('searchbox').fill('');
  }
  await page.getByRole('link', { name: /^All \d/ }).click();
  await page.getByText('Filter and sort').click();
  await page.getByLabel('Assigned to').selectOption('sipho');
  await page.getByText('Nothing found', { exact: true }).waitFor();
  await page.getByLabel('Assigned to').selectOption('-');
  await row(page, 'Nomvúla').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.getByRole('searchbox').fill('nobody of that name');
  await page.getByText('Nothing found', { exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await keptBy(page)).not.toContain('nobody');
});

it('keeps the place in the list on Next, Previous and back, even after assigning', async () => {
  const stored = [];
  for (const firstName of ['One', 'Two', 'Three']) {
    stored.push(await storeEnquiry({ firstName, organisation: 'Placekeepers' }));
  }
  const [oldest, middle, newest] = stored.map(({ reference }) => reference);
  const page = await openAs('naledi', 'enquiries?from=2020-01-01');
  const heading = (reference = '') => page.getByRole('heading', { name: `Enquiry ${reference}` });
  await row(page, 'Three').getByRole('link').click();
  await heading(newest).waitFor();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await shownState(page, 'In progress, naledi').waitFor();
  await page.keyboard.press('j');
  await heading(middle).waitFor();
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await heading(oldest).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Previous', exact: true }).click();
  await heading(middle).waitFor();
  await page.getByRole('link', { name: 'All enquiries' }).click();
  await row(page, 'Two').getByRole('link').and(page.locator(':focus')).waitFor();
  expect(page.url()).toContain('?from=2020-01-01');
  await page.getByRole('link', { name: /^In progress/ }).click();
  await row(page, 'Three').waitFor();
  expect(page.url()).toContain('?from=2020-01-01&tab=in-progress');
  await page.goto(`${office.url}/ops/nonsense`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

it('assigns several enquiries at the same time, and undoes that', async () => {
  const stored = [
    await storeEnquiry({ organisation: 'Millers' }),
    await storeEnquiry({ organisation: 'Brewers' }),
  ];
  const page = await openAs('naledi', 'enquiries', 360);
  for (const { reference } of stored) await page.getByLabel(`Select ${reference}`).check();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Assign to').selectOption('sipho');
  await message(page).getByText('2 enquiries assigned to sipho.').waitFor();
  expect(await row(page, 'Millers').count()).toBe(0);
  await expect.poll(async () => (await handlingOf(stored[0]?.id ?? ''))?.owner).toBe('sipho');
  await page.keyboard.press('u');
  await row(page, 'Millers').waitFor();
  await expect.poll(async () => (await handlingOf(stored[0]?.id ?? ''))?.owner).toBeNull();
});

it('assigns several enquiries by keyboard, and returns the focus to the list', async () => {
  for (const organisation of ['Weavers', 'Spinners', 'Dyers']) await storeEnquiry({ organisation });
  const page = await openAs('naledi', 'enquiries');
  await row(page, 'Weavers').waitFor();
  for (const key of ['j', 'x', 'j', 'j', 'x', 'x', 'k', 'x', 'b']) await page.keyboard.press(key);
  await page.getByText('2 selected Clear').waitFor();
  await page.getByRole('button', { name: 'Assign to me' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await message(page).getByText('2 enquiries assigned to you.').waitFor();
  await page.locator('[data-row]:focus').waitFor();
});

it('marks enquiries as spam or not spam, shows why, deletes spam and blocks senders', async () => {
  await storeEnquiry({ organisation: 'Backlinks' });
  const [kept, junk] = [await storeSpam('Honest after all'), await storeSpam('Junk')];
  const page = await openAs('naledi', 'enquiries');
  await row(page, 'Backlinks').getByRole('link').focus();
  await page.keyboard.press('!');
  await message(page).getByText('marked as spam').waitFor();
  await page.keyboard.press('u');
  await row(page, 'Backlinks').waitFor();

  const officer = await openAs('officer', 'spam');
  await page.getByRole('link', { name: 'Spam 2' }).click();
  await row(page, 'Honest after all')
    .getByText('Signs of spam: contains little but links.')
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel(`Select ${junk.reference}`).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete spam' }).click();
  await message(page).getByText(' deleted.').waitFor();
  await expect.poll(() => pipeline.find(junk.reference)).toBeNull();
  await officer.getByRole('button', { name: `Restore ${junk.reference}` }).waitFor();

  await row(page, 'Honest after all').getByRole('link').click();
  await page.getByText('Why this was marked as spam: contains little but links.').waitFor();
  await page.getByRole('button', { name: 'Block sender’s domain example.org' }).click();
  await page.getByText('naledi blocked example.org').waitFor();
  await page.getByRole('button', { name: 'Unblock sender’s domain example.org' }).waitFor();
  await page.getByText('secretariat').first().selectText();
  await page.getByRole('button', { name: 'Block a phrase …' }).click();
  expect(await findViolations(page)).toEqual([]);
  const field = page.getByLabel('Domain or phrase');
  expect(await field.inputValue()).toContain('secretariat');
  await field.fill('kind regards');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('alert').getByText('more distinctive').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Block list' }).click();
  await page.getByRole('button', { name: 'Remove example.org' }).click();
  await page.getByText('Nothing is blocked.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await message(page).getByRole('button', { name: 'Undo' }).click();
  await row(page, 'example.org').getByText('Domain and its subdomains').waitFor();
  await page.getByRole('button', { name: 'Remove example.org' }).click();
  await page.getByText('Nothing is blocked.').waitFor();
  await page.route('**/ops/api/block-list/add', (route) => route.abort());
  await message(page).getByRole('button', { name: 'Undo' }).click();
  await message(page).getByText('Could not undo: ').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Not spam' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Not spam' }).click();
  await shownState(page, 'New, unassigned').waitFor();
  await pipeline.untilSent(kept.reference);
});

it('warns of spam if the score is at least half the limit, and shows who marked spam', async () => {
  const reasons = ['asks no question'];
  const below = await storeSpam('Honest', { score: 1, reasons, verdict: 'clean' });
  const half = await storeSpam('Doubtful', { score: 2, reasons, verdict: 'clean' });
  const page = await openAs('naledi', `enquiries/${below.reference}`);
  await shownState(page, 'New, unassigned').waitFor();
  expect(await page.getByText(/may be spam/i).count()).toBe(0);
  await page.goto(`${office.url}/ops/enquiries/${half.reference}`);
  await page.getByText('This may be spam: asks no question.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mark as spam' }).last().click();
  await page.getByText('Marked as spam by naledi.').waitFor();
  expect(await page.getByText('Why this was marked').count()).toBe(0);
});

it('shows each colleague that the other is viewing, and keeps what both have typed', async () => {
  const { id, reference } = await storeEnquiry();
  const [one, other] = await Promise.all(
    ['naledi', 'sipho'].map((username) => openAs(username, `enquiries/${reference}`)),
  );
  if (!one || !other) throw new Error('There are two pages.');
  await one.getByText('sipho is also viewing this').waitFor();
  await other.getByText('naledi is also viewing this').waitFor();

  await one.getByLabel('Internal note').fill('They want a quotation.');
  // The first page must not learn of the colleague's change before it saves the note.
  await one.route('**/enquiry/open', (route) => route.abort());
  await other.getByRole('button', { name: 'Close enquiry' }).click();
  await shownState(other, 'Closed, sipho').waitFor();
  await one.getByRole('button', { name: 'Save note' }).click();
  const dialog = one.getByRole('dialog', { name: 'This enquiry has changed' });
  await dialog.getByText('Closed, sipho').waitFor();
  await dialog.getByText('They want a quotation.').waitFor();
  expect(await findViolations(one)).toEqual([]);
  await one.keyboard.press('Escape');
  expect(await one.getByLabel('Internal note').inputValue()).toBe('They want a quotation.');
  await one.unroute('**/enquiry/open');
  await one.getByRole('button', { name: 'Save note' }).click();
  await dialog.getByRole('button', { name: 'Save my note too' }).click();
  await other.locator('blockquote', { hasText: 'They want a quotation.' }).waitFor();
  expect(await handlingOf(id)).toMatchObject({ state: 'done', owner: 'sipho' });

  const reply = (page: Page) => page.getByRole('button', { name: 'Reply', exact: true }).click();
  await reply(one);
  await reply(other);
  await other.keyboard.type('Here is the quotation.');
  await other.getByRole('button', { name: 'Send reply' }).click();
  await one.getByText(/^sipho replied on .*Read that reply before you send yours\.$/).waitFor();
});

it('works by keyboard alone, and single-key shortcuts can be turned off', async () => {
  const { id, reference } = await storeEnquiry({ organisation: 'Keyboard makers' });
  const page = await openAs('naledi', 'enquiries');
  await row(page, 'Keyboard makers').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Enquiry ${reference}` }).waitFor();
  await shownState(page, 'New, unassigned').waitFor();
  await page.keyboard.press('a');
  await shownState(page, 'In progress, naledi').waitFor();
  await page.keyboard.press('n');
  await page.keyboard.type('a e ! are letters here');
  await page.keyboard.press('Control+Enter');
  await page.locator('blockquote', { hasText: 'a e ! are letters here' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await shownState(page, 'Closed, naledi').waitFor();
  await page.keyboard.press('u');
  await shownState(page, 'In progress, naledi').waitFor();
  await expect.poll(async () => (await handlingOf(id))?.state).toBe('open');

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.reload();
  await shownState(page, 'In progress, naledi').waitFor();
  await page.keyboard.press('e');
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect((await handlingOf(id))?.state).toBe('open');
});

it('keeps drafts after a reload and after the session ends, until signing out', async () => {
  const { reference } = await storeEnquiry();
  const page = await openAs('naledi', `enquiries/${reference}`);
  const note = page.getByLabel('Internal note');
  await note.fill('Half a thought');
  await page.getByRole('link', { name: 'All enquiries' }).click();
  await page.getByRole('heading', { name: 'Enquiries' }).waitFor();
  await page.goBack();
  expect(await note.inputValue()).toBe('Half a thought');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  const reply = page.getByLabel(/^To Thandiwe Nkosi/);
  expect(await reply.inputValue()).toMatch(/^Dear Thandiwe,/);
  await reply.fill('Half an answer');
  // The browser asks before it closes the tab or reloads the page.
  const warnings: string[] = [];
  page.once('dialog', (warning) => {
    warnings.push(warning.type());
    void warning.accept();
  });
  await page.reload();
  expect(warnings).toEqual(['beforeunload']);
  expect(await reply.inputValue()).toBe('Half an answer');
  expect(await note.inputValue()).toBe('Half a thought');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('blockquote', { hasText: 'Half a thought' }).waitFor();
  expect(await keptBy(page)).toContain('Half an answer');
  await page.getByRole('button', { name: 'Sign out' }).click();
  const asked = page.getByRole('dialog', { name: 'Discard your draft?' });
  expect(await findViolations(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(await reply.inputValue()).toBe('Half an answer');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await asked.getByRole('button', { name: 'Sign out and discard' }).click();
  await page.getByLabel('Username').waitFor();
  expect(await keptBy(page)).not.toContain('Half');
});

it('says that new enquiries are safe while MongoDB is down, and recovers', async () => {
  const { reference } = await storeEnquiry({ organisation: 'Patient people' });
  const page = await openAs('naledi', `enquiries/${reference}`);
  const note = page.getByLabel('Internal note');
  await note.fill('Kept');
  await proxies.mongodb.down();
  await page.getByRole('button', { name: 'Save note' }).click();
  await message(page).getByText('Not saved').waitFor();
  expect(await note.inputValue()).toBe('Kept');
  await page.getByRole('link', { name: 'All enquiries' }).click();
  await page.getByText('New ones are safe and will appear here automatically.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await proxies.mongodb.up();
  await row(page, 'Patient people').waitFor();
  await page.getByText('New ones are safe').waitFor({ state: 'detached' });
});

it('says that live updates are paused while Redis is down', async () => {
  const page = await openAs('naledi', 'enquiries');
  await row(page, 'Patient people').waitFor();
  await proxies.redis.down();
  await page.getByText('Live updates are paused').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await proxies.redis.up();
  await page.getByText('Live updates are paused').waitFor({ state: 'detached' });
  // The next test signs in, so this also waits for the connection that sign-ins use.
  await waitUntilReady(`${office.url}/readyz`);
});

it('says that updates are paused while the desk is down, and reverts unsaved changes', async () => {
  await storeEnquiry({ organisation: 'Left alone' });
  const page = await openAs('naledi', 'enquiries');
  const idle = await openAs('sipho', 'enquiries');
  await row(idle, 'Left alone').waitFor();
  await row(page, 'Left alone').getByRole('checkbox').check();
  await office.stop();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await message(page).getByText('Not saved:').waitFor();
  await row(page, 'Left alone').waitFor();
  await idle.getByText('Live updates are paused').waitFor();
});
