import type { Browser, Page } from 'playwright-core';

/** Lighthouse's phone and mobile network. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const speed = { downloadThroughput: 204_800, uploadThroughput: 102_400 };

/**
 * Visits a page on an emulated phone with an empty cache.
 *
 * @param slow what is slow: the phone's network, or its processor.
 * @param prepare is called before the page is opened.
 */
export async function visitOnPhone<Result>(
  browser: Browser,
  address: string,
  slow: 'network' | 'processor',
  prepare: (page: Page) => Promise<void>,
  visit: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  if (slow === 'processor') {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  } else {
    const conditions = { offline: false, latency: 150, ...speed };
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', conditions);
  }
  await prepare(page);
  await page.goto(address, { waitUntil: 'load' });
  const result = await visit(page);
  await context.close();
  return result;
}
