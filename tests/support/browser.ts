import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright-core';

import { chromiumFlags, ensureHeadlessChromium } from './programs.ts';

export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = ensureHeadlessChromium();
  return chromium.launch({ executablePath, args: chromiumFlags, ...options });
}

// Launching takes a second, so all test files of a process share a browser until the process ends.
let shared: Promise<Browser> | undefined;

async function shareBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined);
  if (running?.isConnected()) return running;
  shared = launchBrowser();
  return shared;
}

export type TestBrowser = Awaited<ReturnType<typeof startBrowser>>;

/** `stop` closes only the file's own pages. */
export async function startBrowser() {
  const browser = await shareBrowser();
  const contexts: BrowserContext[] = [];
  return {
    /** By default, the page has reduced motion: the CPU has to draw each frame of an animation. */
    openPage: async (options?: BrowserContextOptions) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      contexts.push(context);
      return openPage(context);
    },
    stop: async () => {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

export type WatchedPage = Awaited<ReturnType<typeof openPage>>;

async function openPage(context: BrowserContext) {
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
