import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

import { formWords } from '../../contract/words.ts';
import { fillIn, formIsLive } from '../../testing/contact-page.ts';
import { plainEnquiry } from '../../testing/enquiry.ts';
import { inlineScriptBytes, loadedFiles, scriptsOf, totalOf } from '../../testing/loaded-files.ts';
import { addresses } from '../../testing/pages.ts';
import { atMost, column, figure, type Figure } from '../figures.ts';
import { runRounds, type Session } from '../session.ts';
import { visitOnPhone } from './phone.ts';
import { variantsOf, type Variant } from './variants.ts';

const targets = {
  'JS before first paint': 0,
  'JS by the load event': 2_000,
  'JS in all': 2_000,
  'first view': 75_000,
};
type Bytes = typeof targets;

/** Measures how many bytes each page loads on a phone with a slow network, and when. */
export async function measureBytes(
  session: Session,
  browser: Browser,
  sites: Record<Variant, string>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of addresses) {
    const most: Bytes = path === '/' ? { ...targets, 'JS in all': 95_000 } : targets;
    const variants = variantsOf(path);
    const what = `site: bytes of ${path}`;
    const samples = await runRounds(session, what, [1, 3], variants, (variant) => {
      const sends = path === '/' && ['shipped', 'stock'].includes(variant);
      const address = `${sites[variant]}${path}`;
      return visitOnPhone(browser, address, 'network', noteFirstChange, (page) =>
        readBytes(page, sends),
      );
    });
    for (const variant of variants) {
      for (const name of Object.keys(most) as (keyof Bytes)[]) {
        const target = variant === 'shipped' ? atMost(most[name]) : undefined;
        const values = column(samples[variant], name);
        figures.push(figure(`${path} ${variant}: ${name}`, 'bytes', values, target));
      }
    }
  }
  return figures;
}

/**
 * Reads how many bytes a page has loaded. If `sends` is set, also sends the page's form, and counts
 * the scripts that this loads.
 */
async function readBytes(page: Page, sends: boolean): Promise<Bytes> {
  const { firstChange, firstPaint, load } = await readTimes(page);
  const filesBy = async (time: number) =>
    (await loadedFiles(page)).filter(({ end }) => end <= time);
  // The bytes of the inline script count from the moment when it first changes the page.
  const scriptBy = async (time: number) =>
    totalOf(scriptsOf(await filesBy(time))) +
    (firstChange <= time ? await inlineScriptBytes(page) : 0);
  const loaded = {
    'JS before first paint': await scriptBy(firstPaint),
    'JS by the load event': await scriptBy(load),
    'first view': totalOf(await filesBy(load)),
  };
  if (sends) await sendForm(page);
  await untilQuiet(page);
  return { ...loaded, 'JS in all': await scriptBy(Infinity) };
}

/** Waits until the page has loaded nothing for a second. */
async function untilQuiet(page: Page): Promise<void> {
  for (let [before, now] = [0, 1]; now > before; now = (await loadedFiles(page)).length) {
    before = now;
    await sleep(1_000);
  }
}

async function sendForm(page: Page): Promise<void> {
  await formIsLive(page);
  await fillIn(page, plainEnquiry);
  await page.locator('form button[type=submit]').tap();
  await page.getByRole('status').getByText(formWords.success.title).waitFor();
}

declare global {
  interface Window {
    firstChange?: number;
  }
}

/** Records when a script first changes the page. Must be called before the page is opened. */
async function noteFirstChange(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      window.firstChange = performance.now();
      observer.disconnect();
    }).observe(document, { subtree: true, attributes: true });
  });
}

/** Reads the times of a visit in milliseconds since the navigation. */
async function readTimes(page: Page) {
  // A busy machine may paint after the load event.
  await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const { responseEnd, loadEventEnd } = navigation as PerformanceNavigationTiming;
    const [paint] = performance.getEntriesByName('first-paint');
    // Older browsers have no `paintTime`, only the later time when the paint was presented.
    const { paintTime = paint?.startTime ?? 0 } = (paint ?? {}) as { paintTime?: number };
    return {
      firstChange: window.firstChange ?? responseEnd,
      firstPaint: paintTime,
      load: loadEventEnd || Number.MAX_VALUE,
    };
  });
}
