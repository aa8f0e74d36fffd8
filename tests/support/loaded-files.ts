import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';

export interface LoadedFile {
  path: string;
  /** The transfer size: compressed, without headers. */
  bytes: number;
  blocksRendering: boolean;
  /** When it finished loading, in milliseconds since the navigation. */
  end: number;
}

// The icon is not counted: the browser may load it at any time, and once for several pages.
const iconPath = '/favicon.svg';

/** The files that the page has loaded so far, except the icon and the API's responses. */
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

export function scriptsOf(files: LoadedFile[]): LoadedFile[] {
  return files.filter(({ path }) => path.endsWith('.js'));
}

/** Compressed; external and inline scripts. */
export async function scriptBytes(page: Page): Promise<number> {
  const inline = page.locator('script:not([src], [type="application/ld+json"])');
  const written = (await inline.allTextContents()).map((code) => brotliCompressSync(code).length);
  const external = totalOf(scriptsOf(await loadedFiles(page)));
  return written.reduce((sum, bytes) => sum + bytes, external);
}

export function totalOf(files: LoadedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
