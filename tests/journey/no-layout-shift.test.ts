import { expect, it } from 'vitest';

import { typeface } from '#design/tokens.ts';
import { formIsLive } from '#support/contact-page.ts';
import { siteUnderTest } from './site-under-test.ts';

const site = siteUnderTest();
const fontDelay = 700;

// Runs in the page before any other script.
const noteShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries())
      if (!hadRecentInput) window.shifts.push(value);
  }).observe({ type: 'layout-shift', buffered: true });`;

it.each([
  ['/', 360, 740],
  ['/', 1440, 900],
  ['/terms', 360, 740],
])('late fonts shift nothing noticeable on %s at %i × %i px', async (path, width, height) => {
  const page = await site.visit(path, {
    viewport: { width, height },
    before: async (opened) => {
      await opened.addInitScript(noteShifts);
      await opened.route('**/*.woff2', async (route) => {
        await new Promise((done) => setTimeout(done, fontDelay));
        await route.continue();
      });
    },
  });
  /** The sum of all shifts, after two frames in which the last of them are reported. */
  const shifted = async () => {
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const shifts = await page.evaluate<number[]>('window.shifts');
    return shifts.reduce((sum, value) => sum + value, 0);
  };
  await page.evaluate(() => document.fonts.ready);
  const isLoaded = (family: string) => document.fonts.check(`1em '${family}'`);
  expect(await page.evaluate(isLoaded, typeface.display)).toBe(true);
  // Text in the fallback font moves by a few pixels. A score of up to 0.1 counts as good.
  const total = await shifted();
  expect(total).toBeLessThan(0.005);
  if (path !== '/') return;
  await page.evaluate(() => {
    document.querySelector('form')?.scrollIntoView({ behavior: 'instant' });
  });
  await formIsLive(page);
  await page.locator('[aria-label="Notifications (F8)"]').waitFor({ state: 'attached' });
  expect(await shifted(), 'when the form hydrates').toBe(total);
});
