import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
} from 'playwright-core';

import { chromiumFlags, ensureHeadlessChromium } from './programs.ts';

/** Starts the browser of this machine. */
export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = ensureHeadlessChromium(console.error);
  return chromium.launch({ executablePath, args: chromiumFlags, ...options });
}

/** A page of its own context, and whatever it has complained of so far. */
export interface WatchedPage {
  page: Page;
  complaints: string[];
}

/** The browser of this machine, for the tests of a file. */
export interface TestBrowser {
  /** Opens a page that notes every console error, uncaught exception and failed request. */
  openPage: (options?: BrowserContextOptions) => Promise<WatchedPage>;
  stop: () => Promise<void>;
}

export async function startBrowser(): Promise<TestBrowser> {
  const browser = await launchBrowser();
  return { openPage: (options) => openPage(browser, options), stop: () => browser.close() };
}

async function openPage(browser: Browser, options?: BrowserContextOptions): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => {
    // Whoever leaves a page aborts what it was still loading.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    complaints.push(`failed: ${request.url()}`);
  });
  return { page, complaints };
}
