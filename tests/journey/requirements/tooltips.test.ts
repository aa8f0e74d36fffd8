import type { Locator, Page, Response } from 'playwright-core';
import { expect, it } from 'vitest';

import { firm } from '../../../firm/firm.ts';
import { siteUnderTest } from '../site-under-test.ts';

const site = siteUnderTest();
const [one = '', other = ''] = firm.social.map(({ label }) => label);
const itIfTwo = it.runIf(other !== '');

interface Tooltip {
  link: Locator;
  isShown: () => Promise<boolean>;
}

/** Opens a page at its footer. The tooltip script is loaded, and the clock is paused. */
async function standStill(): Promise<Page> {
  let script: Promise<Response> | undefined;
  const page = await site.visit('/terms', {
    before: (opened) => {
      script = opened.waitForResponse(/\/tooltips-island/);
      return opened.clock.install();
    },
  });
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  // Resolves after the page's own import of the module, so the tooltip listeners are in place.
  await page.evaluate(`import("${(await script)?.url()}")`);
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

function tooltip(page: Page, name: string): Tooltip {
  const host = page.locator('[data-tooltip]').filter({ hasText: name });
  return {
    link: host.getByRole('link', { name, exact: true }),
    isShown: () =>
      host
        .locator('[role="tooltip"]')
        .evaluate((words) => getComputedStyle(words).visibility === 'visible'),
  };
}

itIfTwo('a tooltip opens when the pointer has rested for 700 ms', async () => {
  const page = await standStill();
  const { link, isShown } = tooltip(page, one);
  await link.hover();
  await page.clock.runFor(699);
  expect(await isShown()).toBe(false);
  await page.clock.runFor(1);
  expect(await isShown()).toBe(true);
});

itIfTwo.each([
  [299, true],
  [300, false],
])('the next tooltip, %i ms later, opens immediately: %s', async (pause, immediately) => {
  const page = await standStill();
  const [first, second] = [tooltip(page, one), tooltip(page, other)];
  await first.link.hover();
  await page.clock.runFor(700);
  await page.getByText(`Established ${firm.founded}`).hover();
  expect(await first.isShown()).toBe(false);
  await page.clock.runFor(pause);
  await second.link.hover();
  expect(await second.isShown()).toBe(immediately);
});

itIfTwo('a tooltip opens immediately on keyboard focus and closes on Escape', async () => {
  const page = await standStill();
  const { link, isShown } = tooltip(page, one);
  await page.getByRole('contentinfo').getByRole('link').first().focus();
  await page.keyboard.press('Tab');
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await isShown()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await isShown()).toBe(false);
});
