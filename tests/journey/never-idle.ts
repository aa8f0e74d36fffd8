import type { Page } from 'playwright-core';

/** Keeps the page from loading anything merely because the browser has time for it. */
export async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript('window.requestIdleCallback = () => 0;');
}
