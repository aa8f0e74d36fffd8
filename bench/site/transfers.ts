import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    firstChange?: number;
  }
}

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

/** Call before the page is opened: notes when a script first changes it. */
export async function noteFirstChange(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      window.firstChange = performance.now();
      observer.disconnect();
    }).observe(document, { subtree: true, attributes: true });
  });
}

/** What the page has fetched so far. Times are in milliseconds since the navigation. */
export async function readTransfers(page: Page): Promise<Transfers> {
  const { entries, written, firstChange, firstPaint, load } = await page.evaluate(() => {
    const timings = [
      ...(performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]),
      ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
    ];
    const [navigation] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    const [paint] = performance.getEntriesByName('first-paint') as (PerformanceEntry & {
      paintTime?: number;
    })[];
    const scripts = document.querySelectorAll('script:not([src], [type="application/ld+json"])');
    return {
      entries: timings.map(({ name, entryType, encodedBodySize, responseEnd }) => ({
        name: entryType === 'navigation' ? '.html' : new URL(name).pathname,
        bytes: encodedBodySize,
        end: responseEnd,
      })),
      written: [...scripts].map((script) => script.textContent).join('\n'),
      firstChange: window.firstChange,
      // Older browsers say only when the screen showed what had been painted.
      firstPaint: paint?.paintTime ?? paint?.startTime ?? 0,
      load: navigation?.loadEventEnd ?? 0,
    };
  });
  if (firstPaint === 0) throw new Error('The page was never painted.');
  const files = entries.map(({ name, bytes, end }) => ({ kind: kindOf(name), bytes, end }));
  return {
    transfers: written === '' ? files : setApart(written, files, firstChange),
    firstPaint,
    load: load === 0 ? Infinity : load,
  };
}

/** Counts the script that came in the page as JavaScript, from when it did something. */
function setApart(script: string, [page, ...files]: Transfer[], firstChange?: number): Transfer[] {
  if (!page) throw new Error('There is no page.');
  const bytes = brotliCompressSync(script).length;
  return [
    { ...page, bytes: page.bytes - bytes },
    { kind: 'js', bytes, end: firstChange ?? page.end },
    ...files,
  ];
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
