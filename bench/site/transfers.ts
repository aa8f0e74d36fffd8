import type { Page } from 'playwright-core';

/** One file that a page fetched: its compressed size, and when it had arrived. */
export interface Transfer {
  kind: 'html' | 'js' | 'css' | 'font' | 'image' | 'other';
  bytes: number;
  end: number;
}

export interface Transfers {
  transfers: Transfer[];
  firstPaint: number;
  /** When the load event had been handled. */
  load: number;
}

/** What the page has fetched so far. Times are in milliseconds since the navigation. */
export async function readTransfers(page: Page): Promise<Transfers> {
  const { entries, firstPaint, load } = await page.evaluate(() => {
    const timings = [
      ...(performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]),
      ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
    ];
    const [navigation] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    return {
      entries: timings.map(({ name, entryType, encodedBodySize, responseEnd }) => ({
        name: entryType === 'navigation' ? '.html' : new URL(name).pathname,
        bytes: encodedBodySize,
        end: responseEnd,
      })),
      firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
      load: navigation?.loadEventEnd ?? 0,
    };
  });
  if (firstPaint === 0) throw new Error('The page was never painted.');
  return {
    transfers: entries.map(({ name, bytes, end }) => ({ kind: kindOf(name), bytes, end })),
    firstPaint,
    load: load === 0 ? Infinity : load,
  };
}

/** The bytes of all transfers, or of those of one kind. */
export function sizeOf(transfers: Transfer[], kind?: Transfer['kind']): number {
  return transfers
    .filter((transfer) => kind === undefined || transfer.kind === kind)
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

function kindOf(name: string): Transfer['kind'] {
  if (name.endsWith('.html')) return 'html';
  if (name.endsWith('.js')) return 'js';
  if (name.endsWith('.css')) return 'css';
  if (name.endsWith('.woff2')) return 'font';
  return /\.(?:png|svg|ico|jpe?g|webp|avif)$/.test(name) ? 'image' : 'other';
}
