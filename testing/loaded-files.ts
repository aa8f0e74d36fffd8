import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** A file that a page has fetched, the page itself included. */
export interface LoadedFile {
  path: string;
  /** As it came over the wire: compressed, without headers. */
  bytes: number;
  blocksRendering: boolean;
  /** When it had arrived, in milliseconds since the navigation. */
  end: number;
}

// A browser shows it in the tab, and fetches it once for all pages, whenever it likes.
const iconPath = '/favicon.svg';

/** What the page has fetched so far from the site. */
export async function loadedFiles(page: Page): Promise<LoadedFile[]> {
  const files = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((entry) => entry as PerformanceResourceTiming & { renderBlockingStatus: string })
      .map(({ name, encodedBodySize, renderBlockingStatus, responseEnd }) => ({
        path: new URL(name).pathname,
        bytes: encodedBodySize,
        blocksRendering: renderBlockingStatus === 'blocking',
        end: responseEnd,
      })),
  );
  return files.filter(({ path }) => !path.startsWith('/api/') && path !== iconPath);
}

/** Those of the files that are JavaScript. */
export function scriptsOf(files: LoadedFile[]): LoadedFile[] {
  return files.filter(({ path }) => path.endsWith('.js'));
}

/** All JavaScript that has reached the page: its files, and what came in the page itself. */
export async function scriptBytes(page: Page): Promise<number> {
  return totalOf(scriptsOf(await loadedFiles(page))) + (await inlineScriptBytes(page));
}

/** The JavaScript that came in the page itself, compressed. */
export async function inlineScriptBytes(page: Page): Promise<number> {
  const inline = page.locator('script:not([src], [type="application/ld+json"])');
  const written = (await inline.allTextContents()).map((code) => brotliCompressSync(code).length);
  return written.reduce((sum, bytes) => sum + bytes, 0);
}

/** The bytes of all files together. */
export function totalOf(files: LoadedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
