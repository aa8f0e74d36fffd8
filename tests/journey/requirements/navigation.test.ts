import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { homeFor } from '#firm/content/home.ts';
import { company } from '#support/pages.ts';
import { siteUnderTest } from '../site-under-test.ts';

const { hero } = homeFor(company);
const site = siteUnderTest();
const desktop = { viewport: { width: 1280, height: 800 } };

const onHome = [
  ['Home', '#home'],
  ['Services', '#services'],
  ['About', '#about'],
  ['Contact', '#contact'],
  ['Terms & Conditions', '/terms'],
];
const elsewhere = [
  ['Home', '/'],
  ['Services', '/#services'],
  ['About', '/#about'],
  ['Contact', '/#contact'],
  ['Terms & Conditions', '/terms'],
];

/** The pixels between the top of the window and a section once scrolling has stopped. */
async function restsAt(page: Page, id: string): Promise<number> {
  return page.evaluate(async (section) => {
    const top = () => document.getElementById(section)?.getBoundingClientRect().top ?? NaN;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let still = 0;
    for (let before = top(); still < 10; before = top()) {
      await frame();
      still = top() === before && scrollY > 0 ? still + 1 : 0;
    }
    return Math.round(top());
  }, id);
}

describe('the navigation bar', () => {
  it.each([
    ['/', onHome],
    ['/terms', elsewhere],
    ['/paia', elsewhere],
    ['/no-such-page', elsewhere],
  ])('on %s has its items in order', async (path, items) => {
    const page = await site.read(path);
    const links = page.locator('nav[aria-label="Main"] li a');
    const shownLinks = await links.evaluateAll((all) =>
      all.map((link) => [link.textContent, link.getAttribute('href')]),
    );
    expect(shownLinks).toEqual(items);
  });

  it.each([
    ['Services', 'services'],
    ['About', 'about'],
    ['Contact', 'contact'],
    [hero.services.label, hero.services.section],
    [hero.contact.label, hero.contact.section],
  ])('is directly above the section that %s leads to', async (name, section) => {
    const page = await site.visit('/', desktop);
    await page.locator('nav, #home').getByRole('link', { name, exact: true }).click();
    expect(await restsAt(page, section)).toBe(80);
    const bar = await page.locator('nav[data-nav]').boundingBox();
    expect(bar, 'nothing shows between the bar and the section').toMatchObject({
      y: 0,
      height: 80,
    });
  });

  it('scrolls smoothly to a section', async () => {
    const page = await site.visit('/', { ...desktop, reducedMotion: 'no-preference' });
    await page.evaluate(() => {
      addEventListener('scroll', () => {
        document.body.dataset.seen = `${document.body.dataset.seen ?? ''} ${Math.round(scrollY)}`;
      });
    });
    await page.getByRole('link', { name: 'Contact', exact: true }).click();
    await restsAt(page, 'contact');
    const seen = await page.evaluate(() => document.body.dataset.seen);
    expect(new Set(seen?.trim().split(' ')).size).toBeGreaterThan(2);
  });

  it('scrolls back to the top when Home is clicked', async () => {
    const page = await site.visit('/#about', desktop);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.waitForFunction(() => scrollY === 0);
  });

  it('is fixed, with a stronger shadow after scrolling 51 px, but not 50 px', async () => {
    const page = await site.visit('/', desktop);
    const nav = page.locator('nav[aria-label="Main"]');
    const shadowAt = (top: number) =>
      nav.evaluate(async (bar, y) => {
        scrollTo({ top: y, behavior: 'instant' });
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
        return getComputedStyle(bar).boxShadow;
      }, top);
    const normal = await shadowAt(0);
    expect(await shadowAt(50)).toBe(normal);
    expect(await shadowAt(51)).not.toBe(normal);
    expect(await shadowAt(50)).toBe(normal);
    expect(await nav.evaluate((bar) => bar.getBoundingClientRect().top)).toBe(0);
  });
});
