import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { siteUnderTest } from '../site-under-test.ts';

const site = siteUnderTest();
const phone = { viewport: { width: 360, height: 740 } };

interface Menu {
  page: Page;
  toggle: Locator;
  links: Locator;
}

async function openMenu(path: string): Promise<Menu> {
  const page = await site.visit(path, phone);
  const toggle = page.getByRole('button', { name: /menu$/ });
  const links = page.locator('nav[aria-label="Main"] li a');
  await expectClosed({ page, toggle, links });
  await toggle.click();
  expect(await toggle.getAttribute('aria-expanded')).toBe('true');
  expect(await links.evaluateAll((all) => all.every((link) => link.checkVisibility()))).toBe(true);
  return { page, toggle, links };
}

async function expectClosed({ toggle, links }: Menu): Promise<void> {
  expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  expect(await links.evaluateAll((all) => all.some((link) => link.checkVisibility()))).toBe(false);
}

describe('the menu on a small screen', () => {
  it('has the same links as the navigation bar', async () => {
    const { links } = await openMenu('/');
    expect(await links.allInnerTexts()).toEqual([
      'Home',
      'Services',
      'About',
      'Contact',
      'Terms & Conditions',
    ]);
  });

  it.each(['Home', 'Services', 'About', 'Contact'])('closes when %s is clicked', async (name) => {
    const menu = await openMenu('/');
    await menu.links.getByText(name, { exact: true }).click();
    await expectClosed(menu);
    await menu.page.waitForURL(`**/#${name.toLowerCase()}`);
  });

  it("closes when the firm's name is clicked", async () => {
    const menu = await openMenu('/');
    await menu.page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click();
    await expectClosed(menu);
  });

  it('closes on Escape and returns the focus to its button', async () => {
    const menu = await openMenu('/');
    await menu.links.first().focus();
    await menu.page.keyboard.press('Escape');
    await expectClosed(menu);
    expect(await menu.toggle.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('closes on a click outside it', async () => {
    const menu = await openMenu('/terms');
    await menu.page.mouse.click(180, 700);
    await expectClosed(menu);
  });

  it('closes when its button is clicked', async () => {
    const menu = await openMenu('/paia');
    await menu.toggle.click();
    await expectClosed(menu);
  });
});
