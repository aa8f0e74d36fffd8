import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { formWords } from '#contract/page-words.ts';
import { fillIn, formIsLive } from '#support/contact-page.ts';
import { plainEnquiry } from '#support/enquiry.ts';
import { isShipped } from '#support/firms/shipped.ts';
import { paths } from '#support/pages.ts';
import { readPdf } from '#support/site/read-pdf.ts';
import { reportsNotFound, siteUnderTest } from './site-under-test.ts';
import { accepted, answerWith, send, submit } from './contact-form.ts';

const site = siteUnderTest();

/** Runs in the page: a message with both widths if the page is wider than the window. */
function overflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [`${scrollWidth} px in a window of ${clientWidth} px`] : [];
}

it('no page scrolls sideways from 320 to 2560 px, nor with a font twice as large', async () => {
  const page = await site.visit('/', { expected: reportsNotFound });
  for (const path of paths) {
    await page.goto(`${site.url()}${path}`);
    for (const width of [2560, 1440, 768, 640, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(overflow), `${path} at ${width} px`).toEqual([]);
    }
    const bar = await page.locator('nav[data-nav]').evaluate((nav) => {
      document.documentElement.style.fontSize = '200%';
      return nav.clientHeight;
    });
    expect(bar, path).toBeLessThanOrEqual(80);
    expect(await page.evaluate(overflow), path).toEqual([]);
  }
});

it('the smallest phone fits the open menu, the errors and the receipt', async () => {
  const page = await site.visit('/', { viewport: { width: 320, height: 640 } });
  await page.getByRole('button', { name: 'Open menu' }).click();
  expect(await page.evaluate(overflow)).toEqual([]);
  await page.keyboard.press('Escape');
  await formIsLive(page);
  await submit(page);
  await page.locator('#contact-message-error').waitFor();
  expect(await page.evaluate(overflow)).toEqual([]);
  await answerWith(page, 202, accepted);
  await send(page);
  await page.getByText(formWords.success.title).first().waitFor();
  expect(await page.evaluate(overflow)).toEqual([]);
});

/** Runs in the page: whether several elements match and all are visible below the navigation. */
function areInView(selector: string): boolean {
  const bar = document.querySelector('nav')?.getBoundingClientRect().bottom ?? Infinity;
  const boxes = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  return boxes.length > 1 && boxes.every(({ top, bottom }) => top >= bar && bottom <= innerHeight);
}

it.each([
  [1366, 657],
  [1024, 600],
  [768, 1024],
  [360, 640],
])('the headline and its buttons are in view at %i × %i px', async (width, height) => {
  const page = await site.visit('/', { viewport: { width, height } });
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(areInView, 'h1, #home p a')).toBe(true);
  await page.locator('#home a[href="#contact"]').click();
  await expect.poll(() => page.evaluate(areInView, '[name$="Name"]')).toBe(true);
});

it('with reduced motion, nothing moves', async () => {
  const page = await site.visit('/', { reducedMotion: 'reduce' });
  const moving = await page.evaluate(
    () =>
      [document.documentElement, ...document.body.querySelectorAll('*')].filter((element) => {
        const style = getComputedStyle(element);
        return (
          style.scrollBehavior === 'smooth' ||
          style.transitionDuration !== '0s' ||
          style.animationName !== 'none'
        );
      }).length,
  );
  expect(moving).toBe(0);
});

it('every control has an edge in forced colours', async () => {
  const page = await site.visit('/', { forcedColors: 'active', colorScheme: 'dark' });
  const edges = await page
    .locator('#home a, form :is(input, textarea, button):not([tabindex="-1"])')
    .evaluateAll((all) =>
      all.map((control) => {
        const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(control);
        const shown = borderTopStyle === 'solid' && parseFloat(borderTopWidth) >= 1;
        return shown && borderTopColor !== getComputedStyle(document.body).backgroundColor;
      }),
    );
  expect(edges).toHaveLength(8);
  expect(edges).not.toContain(false);
});

/** Opens a page, and waits for the stylesheet and the script that prepare it for printing. */
async function openToPrint(path: string): Promise<Page> {
  const page = await site.visit(path);
  await page.locator('nav[data-nav="enhanced"]').waitFor();
  await page.waitForFunction(
    () => document.querySelector<HTMLLinkElement>('link[href*="deferred"]')?.sheet,
  );
  return page;
}

/** Omits spaces and hyphens, which differ between pages and sheets. */
const plain = (text: string) => text.normalize('NFKC').replace(/[\s\u2060\u00ad-]/g, '');

it.each(['/', '/terms', '/paia'])(
  'prints every section of %s in black, and none of the controls',
  async (path) => {
    const page = await openToPrint(path);
    const headings = await page.locator('main :is(h1, h2, h3)').evaluateAll((all) =>
      (all as HTMLElement[])
        .filter((heading) => !heading.closest('[data-print="hide"]'))
        .filter((heading) => !heading.parentElement?.querySelector(':invalid'))
        .map((heading) => heading.innerText),
    );
    expect(headings.length).toBeGreaterThan(3);
    const sheets = readPdf(await page.pdf({ format: 'a4' }), '-raw').pages.map(plain);
    const words = sheets.join('');
    expect(headings.filter((heading) => !words.includes(plain(heading)))).toEqual([]);
    const endings = sheets.filter((sheet) => headings.some((one) => sheet.endsWith(plain(one))));
    expect(endings, 'sheets that end with a heading').toEqual([]);
    if (isShipped)
      expect(Math.min(...sheets.slice(0, -1).map((one) => one.length))).toBeGreaterThan(600);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const controls = page.locator('nav, footer, button, summary, main p > a[href^="#"]');
    expect(await controls.and(page.locator(':visible')).allInnerTexts()).toEqual([]);
    const { color, backgroundColor } = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return { color, backgroundColor };
    });
    expect([color, backgroundColor]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  },
);

it('a form is printed once it is filled in, and every sample of a document always', async () => {
  const page = await openToPrint('/');
  const samples = () => page.locator('#services table:visible').count();
  expect(await samples()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  expect(await samples()).toBe(await page.locator('[data-specimen]').count());
  const form = page.locator('form');
  expect(await form.isVisible()).toBe(false);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  expect(await samples()).toBe(0);
  await answerWith(page, 202, accepted);
  await fillIn(page, plainEnquiry);
  await page.emulateMedia({ media: 'print' });
  expect(await form.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await send(page);
  await page.locator('#contact .reference').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('#contact .reference').isVisible()).toBe(true);
});

it.each([
  [1440, 3],
  [768, 2],
  [360, 1],
])(
  'at %i px the services stand in %i columns, and keep their places while a sample is open',
  async (width, columns) => {
    const page = await site.visit('/', { viewport: { width, height: 900 } });
    const cards = page.locator('#services [id^="service-"]');
    const boxes = () => cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect()));
    const closed = await boxes();
    const rowOf = (at: number) => Math.floor(at / columns);
    expect(new Set(closed.map(({ y }) => y)).size).toBe(Math.ceil(closed.length / columns));
    expect(new Set(closed.map(({ x }) => x)).size).toBe(Math.min(columns, closed.length));
    for (const opened of closed.keys()) {
      const summary = cards.nth(opened).locator('summary');
      // A sample is optional.
      if ((await summary.count()) === 0) continue;
      await summary.click();
      const sheet = await page.locator('#services div:has(> table):visible').boundingBox();
      for (const [at, card] of (await boxes()).entries()) {
        expect(card.x).toBe(closed[at]?.x);
        const isBelow = card.y > (sheet?.y ?? 0);
        expect(isBelow, `card ${at} with sample ${opened} open`).toBe(rowOf(at) > rowOf(opened));
      }
      await summary.click();
    }
  },
);
