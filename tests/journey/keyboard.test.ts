import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { homeFor } from '#firm/content/home.ts';
import { firm } from '#firm/firm.ts';
import { company } from '#support/pages.ts';
import { formIsLive } from '#support/contact-page.ts';
import { plainEnquiry } from '#support/enquiry.ts';
import { siteUnderTest } from './site-under-test.ts';
import { accepted, answerWith } from './contact-form.ts';

const { hero } = homeFor(company);
const site = siteUnderTest();
const desktop = { viewport: { width: 1280, height: 800 } };

interface Focused {
  /** The label of a field, or the text of a link or button. */
  name: string;
  id: string;
  outline: string;
  /** Whether no other element covers the centre of its first line in the viewport. */
  uncovered: boolean;
}

function focused(page: Page): Promise<Focused> {
  return page.locator(':focus').evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    // The centre of a link that spans two lines can lie outside the link.
    const box = element.getClientRects()[0] ?? new DOMRect();
    const middle = (Math.max(0, box.top) + Math.min(box.bottom, innerHeight)) / 2;
    const top = document.elementFromPoint(box.x + box.width / 2, middle);
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.labels
        : null;
    return {
      name: (labels?.[0] ?? element).textContent.trim(),
      id: element.id,
      outline: `${outlineStyle} ${outlineWidth}`,
      uncovered: element === top || element.contains(top),
    };
  });
}

async function tabTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatchObject({ name, outline: 'solid 3px', uncovered: true });
}

it('the first Tab stop is the skip link, and the other links follow in order', async () => {
  const page = await site.visit('/', desktop);
  await tabTo(page, 'Skip to content');
  await tabTo(page, company.name);
  for (const name of ['Home', 'Services', 'About', 'Contact', 'Terms & Conditions'])
    await tabTo(page, name);
  await tabTo(page, hero.services.label);
  await tabTo(page, hero.contact.label);
});

it('an enquiry is written, corrected and sent by keyboard', async () => {
  const page = await site.visit('/', desktop);
  await answerWith(page, 202, accepted);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect((await focused(page)).id).toBe('content');
  await tabTo(page, hero.services.label);
  await tabTo(page, hero.contact.label);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/#contact');
  await formIsLive(page);

  await tabTo(page, 'First Name');
  await page.keyboard.type(plainEnquiry.firstName);
  await tabTo(page, 'Last Name');
  await page.keyboard.type(plainEnquiry.lastName);
  await tabTo(page, 'Email');
  await page.keyboard.type('not an address');
  await tabTo(page, 'Organisation');
  await page.keyboard.type(plainEnquiry.organisation);
  await tabTo(page, 'Message');
  await tabTo(page, 'How we handle enquiries');
  await tabTo(page, 'Send Message');
  await page.keyboard.press('Enter');

  const summary = page.getByRole('group', { name: 'Please correct the following' });
  await summary.waitFor();
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await tabTo(page, 'Please enter a valid email address');
  await page.keyboard.press('Enter');
  expect(await focused(page)).toMatchObject({ name: 'Email', outline: 'solid 3px' });
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(plainEnquiry.email);
  await tabTo(page, 'Organisation');
  await tabTo(page, 'Message');
  await page.keyboard.type(plainEnquiry.message);
  await tabTo(page, 'How we handle enquiries');
  await tabTo(page, 'Send Message');
  await page.keyboard.press('Enter');

  const confirmation = page.getByRole('group', { name: 'Your reference' });
  await confirmation.waitFor();
  expect(await confirmation.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await confirmation.innerText()).toContain(accepted.reference);
  await tabTo(page, 'Send another enquiry');
  await page.keyboard.press('Enter');
  expect(await focused(page)).toMatchObject({ name: 'First Name', outline: 'solid 3px' });
});

it.runIf(firm.social.length > 0)(
  'a tooltip opens on keyboard focus, and closes on Escape',
  async () => {
    const page = await site.visit('/terms', desktop);
    const loaded = page.waitForResponse(/\/tooltips-island/);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.evaluate(`import("${(await loaded).url()}")`);
    const tooltip = page.locator('[role="tooltip"]').first();
    await page.getByRole('contentinfo').getByRole('link').first().focus();
    await page.keyboard.press('Tab');
    await tooltip.waitFor();
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'hidden' });
  },
);

it('the menu on a small screen works by keyboard', async () => {
  const page = await site.visit('/', { ...desktop, viewport: { width: 360, height: 740 } });
  await tabTo(page, 'Skip to content');
  await tabTo(page, company.name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  for (const name of ['Home', 'Services']) await tabTo(page, name);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/#services');
  expect(await page.getByRole('button', { name: 'Open menu' }).getAttribute('aria-expanded')).toBe(
    'false',
  );
});
