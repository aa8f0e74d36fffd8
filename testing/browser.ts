import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
} from 'playwright-core';

import { chromiumFlags, ensureHeadlessChromium } from './programs.ts';

/** Launches this machine's browser. */
export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = ensureHeadlessChromium(console.error);
  return chromium.launch({ executablePath, args: chromiumFlags, ...options });
}

/** A page in its own context, with its errors so far. */
export interface WatchedPage {
  page: Page;
  complaints: string[];
}

export interface TestBrowser {
  /** Opens a page that records console errors, uncaught exceptions and failed requests. */
  openPage: (options?: BrowserContextOptions) => Promise<WatchedPage>;
  stop: () => Promise<void>;
}

// A launch takes a second, so all test files of a process share a browser, which ends with the
// process.
let shared: Promise<Browser> | undefined;

async function shareBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined);
  if (running?.isConnected()) return running;
  shared = launchBrowser();
  return shared;
}

/** Gives a test file the shared browser, with its own contexts, which `stop` closes. */
export async function startBrowser(): Promise<TestBrowser> {
  const browser = await shareBrowser();
  const contexts: BrowserContext[] = [];
  return {
    async openPage(options) {
      const context = await browser.newContext(options);
      contexts.push(context);
      return openPage(context);
    },
    async stop() {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

async function openPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => {
    // Leaving a page aborts what is still loading.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    complaints.push(`failed: ${request.url()}`);
  });
  return { page, complaints };
}
