import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';

import { fillIn, formIsLive } from '../../testing/contact-page.ts';
import { createEnquiry } from '../../testing/enquiry.ts';
import { atMost, figure, type Figure } from '../figure.ts';
import type { Session } from '../session.ts';
import { runRounds } from '../statistics.ts';
import { addressOf, pages, variants, type PagePath, type Variant } from './pages.ts';
import { openPhone } from './phone.ts';

interface Sample {
  firstPaint: Transfer[];
  load: Transfer[];
  all: Transfer[];
}

/** What each page asks a slow phone to fetch, and when. */
export async function measureBytes(
  session: Session,
  browser: Browser,
  sites: Record<Variant, string>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of pages) {
    const samples = await runRounds(session.quick ? 1 : 3, variants, async (variant) => {
      session.say(`site: bytes of ${path}, ${variant}`);
      return visit(browser, addressOf(sites[variant], variant, path), variant, path);
    });
    figures.push(
      ...figuresOfOurs(path, samples.shipped),
      ...(['plain', 'stock'] as const).flatMap((variant) => [
        figure(`${path} ${variant}: JS in all`, 'bytes', sizes(samples[variant], 'all', 'js')),
        figure(`${path} ${variant}: first view`, 'bytes', sizes(samples[variant], 'load')),
      ]),
    );
  }
  return figures;
}

function figuresOfOurs(path: PagePath, samples: Sample[]): Figure[] {
  const ours = `${path} shipped`;
  const mostScript = path === '/' ? 95_000 : 2_000;
  return [
    figure(
      `${ours}: JS before first paint`,
      'bytes',
      sizes(samples, 'firstPaint', 'js'),
      atMost(0),
    ),
    figure(`${ours}: JS by the load event`, 'bytes', sizes(samples, 'load', 'js'), atMost(2_000)),
    figure(`${ours}: JS in all`, 'bytes', sizes(samples, 'all', 'js'), atMost(mostScript)),
    figure(`${ours}: first view`, 'bytes', sizes(samples, 'load'), atMost(100_000)),
  ];
}

/** The bytes of all transfers up to a moment, or of the scripts among them, in each sample. */
function sizes(samples: Sample[], moment: keyof Sample, what: 'all' | 'js' = 'all'): number[] {
  return samples.map((sample) =>
    sample[moment]
      .filter(({ isScript }) => what === 'all' || isScript)
      .reduce((sum, { bytes }) => sum + bytes, 0),
  );
}

async function visit(
  browser: Browser,
  address: string,
  variant: Variant,
  path: PagePath,
): Promise<Sample> {
  const { page, close } = await openPhone(browser, { slowNetwork: true });
  await noteFirstChange(page);
  await page.goto(address, { waitUntil: 'load' });
  const { transfers, firstPaint, load } = await readTransfers(page);
  if (path === '/' && variant !== 'plain') await sendForm(page);
  await page.waitForLoadState('networkidle');
  const all = await readTransfers(page);
  await close();
  return {
    firstPaint: transfers.filter(({ end }) => end <= firstPaint),
    load: transfers.filter(({ end }) => end <= load),
    all: all.transfers,
  };
}

async function sendForm(page: Page): Promise<void> {
  await formIsLive(page);
  await fillIn(page, createEnquiry());
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.locator('form button[type=submit]').tap();
  await answer;
}

declare global {
  interface Window {
    firstChange?: number;
  }
}

/** One file that a page fetched: its compressed size, and when it had arrived. */
interface Transfer {
  isScript: boolean;
  bytes: number;
  end: number;
}

interface Transfers {
  transfers: Transfer[];
  firstPaint: number;
  /** When the load event had been handled. */
  load: number;
}

/** Call before the page is opened: notes when a script first changes it. */
async function noteFirstChange(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      window.firstChange = performance.now();
      observer.disconnect();
    }).observe(document, { subtree: true, attributes: true });
  });
}

/** What the page has fetched so far. Times are in milliseconds since the navigation. */
async function readTransfers(page: Page): Promise<Transfers> {
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
  const files = entries.map(({ name, bytes, end }) => ({
    isScript: name.endsWith('.js'),
    bytes,
    end,
  }));
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
    { isScript: true, bytes, end: firstChange ?? page.end },
    ...files,
  ];
}
