import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { formWords } from '../../contract/page-words.ts';
import { fillIn, formIsLive } from '../../testing/contact-page.ts';
import { plainEnquiry } from '../../testing/enquiry.ts';
import { paths } from '../../testing/pages.ts';
import { reportsNotFound, siteUnderTest } from './site-under-test.ts';
import { accepted, answerWith, send, submit } from './contact-form.ts';

const site = siteUnderTest();

/** Runs in the page: a message with both widths if the page is wider than the window. */
function overflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [`${scrollWidth} px in a window of ${clientWidth} px`] : [];
}

describe('no page scrolls sideways', () => {
  it.each([
    ['on the smallest phone', 320, 640],
    ['on a desktop of 1280 px zoomed to 200 %', 640, 400],
    ['on a tablet', 768, 1024],
    ['on the widest screen', 2560, 1440],
  ])('%s', async (_, width, height) => {
    const page = await site.visit('/', {
      viewport: { width, height },
      expected: reportsNotFound,
    });
    for (const path of paths) {
      await page.goto(`${site.url()}${path}`);
      expect(await page.evaluate(overflow), path).toEqual([]);
    }
  });

  it('on the smallest phone with a font twice as large, and the bar keeps its height', async () => {
    const viewport = { width: 320, height: 640 };
    const page = await site.visit('/', { viewport, expected: reportsNotFound });
    for (const path of paths) {
      await page.goto(`${site.url()}${path}`);
      const bar = await page.locator('nav[data-nav]').evaluate((nav) => {
        document.documentElement.style.fontSize = '200%';
        return nav.clientHeight;
      });
      expect(bar, path).toBeLessThanOrEqual(80);
      expect(await page.evaluate(overflow), path).toEqual([]);
    }
  });

  it('on the smallest phone with the menu open, with errors, or after sending', async () => {
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

it.each(['light', 'dark'] as const)(
  'every control has an edge in forced colours with a %s colour scheme',
  async (colorScheme) => {
    const page = await site.visit('/', { forcedColors: 'active', colorScheme });
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
    await page.getByLabel('Email', { exact: true }).focus();
    expect(
      await page.locator(':focus').evaluate((field) => getComputedStyle(field).outlineStyle),
    ).toBe('solid');
  },
);

/** Waits for the stylesheet that pages load after their first paint. */
async function hasRulesForPrint(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLLinkElement>('link[href*="deferred"]')?.sheet,
  );
}

it('the printed home page has black text, and neither buttons nor an empty form', async () => {
  const page = await site.visit('/');
  await hasRulesForPrint(page);
  await page.emulateMedia({ media: 'print' });
  const found = await page.evaluate(() => ({
    pressed: [...document.querySelectorAll('main p > a[href^="#"], button')].filter((element) =>
      element.checkVisibility(),
    ).length,
    deep: getComputedStyle(document.querySelector('#about') as Element).color,
    quote: getComputedStyle(document.querySelector('#about blockquote') as Element).textIndent,
    hidden: [...document.querySelectorAll('#about ol')].filter((list) => !list.checkVisibility())
      .length,
  }));
  // A quotation mark that hangs into the margin would be cut off.
  expect(found).toEqual({ pressed: 0, deep: 'rgb(0, 0, 0)', quote: '0px', hidden: 0 });
  const form = page.locator('form');
  expect(await form.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await fillIn(page, plainEnquiry);
  await page.emulateMedia({ media: 'print' });
  expect(await form.isVisible()).toBe(true);
});

it('the receipt of an enquiry is printed', async () => {
  const page = await site.visit('/');
  await formIsLive(page);
  await answerWith(page, 202, accepted);
  await send(page);
  const receipt = page.locator('#contact .reference');
  await receipt.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await receipt.isVisible()).toBe(true);
});

it('the printed home page has every specimen, the screen only those that are open', async () => {
  const page = await site.visit('/');
  await page.locator('nav[data-nav="enhanced"]').waitFor();
  const specimens = page.locator('[data-specimen]');
  const countShown = () =>
    page
      .locator('#services table')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
  const before = await countShown();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  expect(await countShown()).toBe(await specimens.count());
  expect(await page.locator('summary').first().isVisible()).toBe(false);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  expect(await countShown()).toBe(before);
});

describe.each(['/terms', '/paia'])('%s on paper', (path) => {
  it('has black text on white, without navigation or footer', async () => {
    const page = await site.visit(path);
    await hasRulesForPrint(page);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const shown = await page
      .locator('nav, footer, a[href="#content"], a[target="_blank"]')
      .evaluateAll((all) => all.filter((element) => element.checkVisibility()).length);
    expect(shown).toBe(0);
    expect(await page.locator('h1').isVisible()).toBe(true);
    await page.getByText(/^Last updated: \w+ \d{4}$/).waitFor();
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return { color, backgroundColor };
    });
    expect(colours).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' });
  });
});

describe.each([
  [1440, 3],
  [768, 2],
  [360, 1],
])('the services at %i px', (width, columns) => {
  it(`stand in ${columns} columns, and keep their places while a sample is open`, async () => {
    const page = await site.visit('/', { viewport: { width, height: 900 } });
    const cards = page.locator('#services [id^="service-"]');
    const boxes = () => cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect()));
    const closed = await boxes();
    const rowOf = (at: number) => Math.floor(at / columns);
    expect(new Set(closed.map(({ y }) => y)).size).toBe(Math.ceil(closed.length / columns));
    expect(new Set(closed.map(({ x }) => x)).size).toBe(Math.min(columns, closed.length));
    expect(await page.locator('#services table:visible').count()).toBe(0);
    for (const opened of closed.keys()) {
      const summary = cards.nth(opened).locator('summary');
      // A sample is optional.
      if ((await summary.count()) === 0) continue;
      await summary.click();
      const sheet = await page.locator('#services div:has(> table):visible').boundingBox();
      const open = await boxes();
      const left = Math.min(...open.map(({ x }) => x));
      const right = Math.max(...open.map((card) => card.x + card.width));
      expect(sheet?.width).toBeCloseTo(right - left, 0);
      for (const [at, card] of open.entries()) {
        expect(card.x).toBe(closed[at]?.x);
        const isBelow = card.y > (sheet?.y ?? 0);
        expect(isBelow, `card ${at} with sample ${opened} open`).toBe(rowOf(at) > rowOf(opened));
      }
      await summary.click();
    }
  });
});
