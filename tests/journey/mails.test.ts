import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { findViolations } from '#support/axe.ts';
import { startBrowser } from '#support/browser.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { letters, shownHtml } from '#support/office/letters.ts';

const browser = forAllTests(startBrowser);
const widths = [320, 360, 640];
/** Simulates an email client that supports only inline styles. */
const plain = (html: string) =>
  html.replace(/<style>[^]*?<\/style>|<meta [^>]*color-scheme[^>]*>/g, '');
const sideways = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

/** Rules for whole pages, which do not apply: an email is shown as part of a page. */
const ofPages = /, (landmark-one-main|region):/;

describe.each(Object.entries(letters))('the email %s', (_name, message) => {
  const html = shownHtml(message);

  it('has no accessibility violations in light and dark mode, and shows its logo', async () => {
    const { page, complaints } = await browser.openPage();
    await page.setContent(html);
    const violations = await findViolations(page);
    expect(violations.filter((violation) => !ofPages.test(violation))).toEqual([]);
    expect(await page.evaluate('document.images[0].naturalWidth')).toBe(88);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('fits windows of 320 to 640 px, even with only inline styles', async () => {
    const { page } = await browser.openPage();
    for (const content of [html, plain(html)]) {
      await page.setContent(content);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 });
        expect(await sideways(page), `${width}`).toBeLessThanOrEqual(0);
      }
    }
    await page.context().close();
  });
});
