import type { Browser, CDPSession, Page } from 'playwright-core';

/** The phone and the mobile network that Lighthouse has in mind. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 204_800 };
const slowdown = 4;

export interface Phone {
  page: Page;
  close: () => Promise<void>;
}

export interface PhoneLimits {
  slowNetwork?: boolean;
  slowProcessor?: boolean;
}

/** Opens an empty page on a slow phone with an empty cache. */
export async function openPhone(browser: Browser, limits: PhoneLimits): Promise<Phone> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await limit(await context.newCDPSession(page), limits);
  return { page, close: () => context.close() };
}

async function limit(session: CDPSession, limits: PhoneLimits): Promise<void> {
  if (limits.slowProcessor) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  if (limits.slowNetwork) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      ...slowNetwork,
      uploadThroughput: slowNetwork.downloadThroughput / 2,
    });
  }
}
