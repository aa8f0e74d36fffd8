import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

import { forAllTests } from '#support/for-all-tests.ts';
import { startBrowser, type WatchedPage } from '#support/browser.ts';
import { serveSite } from '#support/serve-site.ts';

export interface VisitOptions extends BrowserContextOptions {
  /** Console messages that do not fail the test. */
  expected?: RegExp;
  /** Runs before the page is loaded, for example to mock the API. */
  before?: (page: Page) => Promise<void>;
}

/** What Chromium logs for the not-found page. */
export const reportsNotFound = /status of 404/;

export function siteUnderTest() {
  const browser = forAllTests(startBrowser);
  const site = forAllTests(serveSite);
  const readPages = new Map<string, Promise<WatchedPage>>();

  async function load(path: string, watched: WatchedPage): Promise<WatchedPage> {
    watched.page.setDefaultTimeout(60_000);
    await watched.page.goto(`${site.url}${path}`);
    return watched;
  }

  const loadToRead = async (path: string) => load(path, await browser.openPage());

  return {
    url: () => site.url,
    /** A page for read-only tests: each path is loaded only once. */
    async read(path: string): Promise<Page> {
      const opened = readPages.get(path) ?? loadToRead(path);
      readPages.set(path, opened);
      const { page, complaints } = await opened;
      expect(complaints.filter((complaint) => !reportsNotFound.test(complaint))).toEqual([]);
      return page;
    },
    /** The test fails on unexpected console errors. */
    async visit(path: string, { expected, before, ...options }: VisitOptions = {}): Promise<Page> {
      const watched = await browser.openPage(options);
      const { page, complaints } = watched;
      onTestFinished(async () => {
        await page.context().close();
        expect(complaints.filter((complaint) => !expected?.test(complaint))).toEqual([]);
      });
      await before?.(page);
      await load(path, watched);
      return page;
    },
  };
}
