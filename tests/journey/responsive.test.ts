import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { formIsLive } from '../../testing/contact-page.ts';
import { isShipped } from '../../testing/firms/shipped.ts';
import { paths } from '../../testing/pages.ts';
import { reportsNotFound, siteUnderTest } from './site-under-test.ts';
import { accepted, answerWith, send, submit } from './contact-form.ts';

const site = siteUnderTest();

/** The elements that extend past the right edge and can be scrolled to. */
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

  it('on the smallest phone with the menu open, with errors, or once sent', async () => {
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
    await page.getByText('Message Sent Successfully').first().waitFor();
    expect(await page.evaluate(overflow)).toEqual([]);
  });
});

describe('the first view', () => {
  it.each([
    [1366, 657],
    [1280, 720],
    [1024, 600],
    [1440, 900],
    [360, 640],
  ])('of %i × %i px has both buttons, and one leads to the first two fields', async (...size) => {
    const [width, height] = size;
    const page = await site.visit('/', { viewport: { width, height }, reducedMotion: 'reduce' });
    const links = page.locator('#home p a');
    for (const link of await links.all()) {
      await expect.poll(() => bottomOf(link)).toBeLessThanOrEqual(height);
    }
    await links.last().click();
    for (const name of ['First Name', 'Last Name']) {
      const field = page.getByLabel(name, { exact: true });
      await expect.poll(() => bottomOf(field)).toBeLessThanOrEqual(height);
    }
  });

  it('has a bar of the usual height even if the name of the firm is long', async () => {
    const page = await site.visit('/', { viewport: { width: 1024, height: 600 } });
    const bar = page.locator('nav[data-nav]');
    await bar
      .locator('a')
      .first()
      .evaluate((brand) => {
        brand.append(' of the Secretaries and Administrators of Southern Africa');
      });
    expect(await bar.evaluate((nav) => nav.clientHeight)).toBeLessThanOrEqual(80);
  });
});

async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box ? box.y + box.height : Infinity;
}

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
  'in forced colours, %s, every control has an edge',
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

it('the printed home page is black on white, without buttons', async () => {
  const page = await site.visit('/');
  await page.emulateMedia({ media: 'print' });
  const found = await page.evaluate(() => ({
    pressed: [...document.querySelectorAll('main p > a[href^="#"], button')].filter((element) =>
      element.checkVisibility(),
    ).length,
    deep: getComputedStyle(document.querySelector('#about') as Element).color,
    form: getComputedStyle(document.querySelector('form')?.parentElement?.parentElement as Element)
      .breakInside,
  }));
  expect(found).toEqual({ pressed: 0, deep: 'rgb(0, 0, 0)', form: 'avoid' });
});

it.runIf(isShipped)(
  'the printed home page has the specimens that the reader has opened',
  async () => {
    const page = await site.visit('/');
    await page.getByText('See a register extract').click();
    await page.getByText('See a board pack').click();
    await page.emulateMedia({ media: 'print' });
    const shown = await page
      .locator('details, summary')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.textContent),
      );
    expect(shown).toEqual([expect.stringContaining('Board of directors')]);
  },
);

describe.each(['/terms', '/paia'])('%s on paper', (path) => {
  it('is the document without screen controls', async () => {
    const page = await site.visit(path);
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
