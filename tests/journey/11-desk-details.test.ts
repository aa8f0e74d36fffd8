import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';

import { referenceOf } from '#contract/reference.ts';
import { findViolations } from '#support/axe.ts';
import { startBrowser } from '#support/browser.ts';
import { createUniqueEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { openSignedIn, startOfficePages } from '#support/office/office-pages.ts';
import { storeAccepted } from '#support/own-stores.ts';

const browser = forAllTests(startBrowser);
const office = forAllTests(startOfficePages);

async function store(form: Parameters<typeof createUniqueEnquiry>[0] = {}): Promise<string> {
  return referenceOf(await storeAccepted(office.database, { form: createUniqueEnquiry(form) }));
}

async function open(path: string): Promise<Page> {
  const page = await openSignedIn(browser, office.url, 'the-staff', path);
  page.setDefaultTimeout(60_000);
  onTestFinished(() => page.context().close());
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** The place of an element from left to right. */
async function placeOf(element: ReturnType<Page['locator']>) {
  const box = await element.boundingBox();
  return { left: box?.x ?? NaN, right: (box?.x ?? NaN) + (box?.width ?? NaN) };
}

it('PROMISE 11: a name with a mark that turns text around turns nothing of ours', async () => {
  const reference = await store({
    firstName: 'Naledi\u202E',
    lastName: 'Mokoena',
    email: 'naledi@example.org',
    organisation: 'Turners',
  });
  const page = await open('/enquiries');
  await rowOf(page, 'Turners').locator('a > bdi').waitFor();
  await page.goto(`${office.url}/ops/enquiries/${reference}`);
  await button(page, 'Reply').click();
  const field = page.getByLabel(/^To /);
  expect(await field.inputValue()).toMatch(/^Dear Naledi,/);
  const [name, email] = ['bdi >> nth=0', 'bdi >> nth=1'].map((part) =>
    page.locator('label', { hasText: /^To / }).locator(part),
  );
  if (!name || !email) throw new Error('The line has no isolated parts.');
  expect((await placeOf(email)).left).toBeGreaterThanOrEqual((await placeOf(name)).right);
  expect(await page.title()).not.toContain('\u202E');
});

it('PROMISE 11: keys of a composition are no shortcuts: search, reply, tags', async () => {
  const reference = await store({ organisation: 'Composers' });
  const page = await open('/enquiries');
  const compose = (key: string, ctrlKey = false) =>
    page.evaluate(
      (init) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init)),
      { key, ctrlKey, isComposing: true, bubbles: true, cancelable: true },
    );
  await page.getByRole('searchbox').fill('composers');
  await compose('Escape');
  expect(await page.getByRole('searchbox').inputValue()).toBe('composers');

  await page.goto(`${office.url}/ops/enquiries/${reference}`);
  await button(page, 'Reply').click();
  const reply = page.getByLabel(/^To /);
  await reply.fill('Thank you.');
  await compose('Escape');
  await compose('Enter', true);
  expect(await reply.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await reply.inputValue()).toBe('Thank you.');

  const tag = page.getByLabel('New tag');
  await tag.fill('budget');
  for (const key of ['Enter', 'a', 'e']) await compose(key);
  expect(await tag.inputValue()).toBe('budget');
  await page.getByText('New, unassigned', { exact: true }).waitFor();
});

it('PROMISE 12: only real leaving asks, not a link to an email program', async () => {
  const page = await open(`/enquiries/${await store()}`);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.getByLabel('Internal note').fill('Half a thought');
  await page.getByRole('link', { name: 'Reply from my email program' }).click();
  await page.waitForTimeout(1_500);
  expect(asked).toEqual([]);
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  expect(await page.getByLabel('Internal note').inputValue()).toBe('Half a thought');
});

it('PROMISE 11: tabs, rows and navigation are told apart without colour', async () => {
  await store({ organisation: 'Contrast' });
  const page = await open('/enquiries');
  await rowOf(page, 'Contrast')
    .getByLabel(/^Select /)
    .check();
  await page.emulateMedia({ forcedColors: 'active' });
  const styleOf = (element: ReturnType<Page['locator']>) =>
    element.evaluate((shown) => {
      const { borderBottomColor, borderLeftColor, outlineStyle } = getComputedStyle(shown);
      return { borderBottomColor, borderLeftColor, outlineStyle };
    });
  const [tab, otherTab] = [
    await styleOf(page.getByRole('link', { name: /^New \d/ })),
    await styleOf(page.getByRole('link', { name: /^Waiting \d/ })),
  ];
  expect(tab.borderBottomColor).not.toBe(otherTab.borderBottomColor);
  const main = page.getByRole('navigation', { name: 'Main' });
  const [current, other] = [
    await styleOf(main.getByRole('link', { name: 'Enquiries' })),
    await styleOf(main.getByRole('link', { name: 'Overview' })),
  ];
  expect(current.borderLeftColor).not.toBe(other.borderLeftColor);
  expect((await styleOf(rowOf(page, 'Contrast'))).outlineStyle).toBe('solid');
  expect(await findViolations(page)).toEqual([]);
});

it('PROMISE 11: Undo ends when undoing ends, also while the pointer is on it', async () => {
  const page = await open(`/enquiries/${await store()}`);
  await button(page, 'Assign to me').click();
  await button(page, 'Undo').hover();
  await button(page, 'Undo').waitFor({ state: 'detached', timeout: 12_000 });
});
