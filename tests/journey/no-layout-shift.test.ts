import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { typeface } from '../../design/tokens.ts';
import { formIsLive } from '../../testing/contact-page.ts';
import { addresses } from '../../testing/pages.ts';
import { siteUnderTest } from './site-under-test.ts';

const site = siteUnderTest();
const FONT_DELAY_MS = 700;

// Runs in the page before any other script.
const noteShifts = `
  const shifts = (window.shifts = []);
  const describe = ({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(describe) });
  }).observe({ type: 'layout-shift', buffered: true });`;

/** The layout shifts so far. Waits for two frames first, so that all shifts have been reported. */
async function shiftsOf(page: Page): Promise<{ value: number }[]> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  return page.evaluate<{ value: number }[]>('window.shifts');
}

const withoutFonts = (page: Page) => page.route('**/*.woff2', (route) => route.abort());

async function delayFonts(page: Page): Promise<void> {
  await page.route('**/*.woff2', async (route) => {
    await new Promise((done) => setTimeout(done, FONT_DELAY_MS));
    await route.continue();
  });
}

describe.each([
  ['a phone', { width: 360, height: 740 }],
  ['a desktop', { width: 1440, height: 900 }],
])('on %s there is no layout shift', (_, viewport) => {
  const visit = (path: string, prepare: (page: Page) => Promise<unknown>) =>
    site.visit(path, {
      viewport,
      ...(prepare !== delayFonts && { expected: /\.woff2|ERR_FAILED/ }),
      before: async (page) => {
        await page.addInitScript(noteShifts);
        await prepare(page);
      },
    });

  it.each(addresses)('while %s loads without its fonts', async (path) => {
    const page = await visit(path, withoutFonts);
    await page.evaluate(() => document.fonts.ready);
    expect(await shiftsOf(page)).toEqual([]);
  });

  it.each(addresses)('that is noticeable when the fonts of %s are late', async (path) => {
    const page = await visit(path, delayFonts);
    await page.evaluate(() => document.fonts.ready);
    const shifts = await shiftsOf(page);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    // Text in the fallback font moves by a few pixels. A score of up to 0.1 counts as good.
    expect(total, JSON.stringify(shifts)).toBeLessThan(0.005);
    const isLoaded = (family: string) => document.fonts.check(`1em '${family}'`);
    expect(await page.evaluate(isLoaded, typeface.display)).toBe(true);
  });

  it('when the form hydrates in view', async () => {
    const page = await visit('/', withoutFonts);
    await page.evaluate(() => {
      document.querySelector('form')?.scrollIntoView({ behavior: 'instant' });
    });
    await formIsLive(page);
    await page.locator('[aria-label="Notifications (F8)"]').waitFor({ state: 'attached' });
    expect(await shiftsOf(page)).toEqual([]);
  });
});
