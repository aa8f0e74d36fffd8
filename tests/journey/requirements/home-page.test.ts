import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { isShipped } from '#support/firms/shipped.ts';
import { indexedPaths } from '#support/pages.ts';
import { siteUnderTest } from '../site-under-test.ts';

const site = siteUnderTest();

function texts(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).allInnerTexts();
}

describe.runIf(isShipped)('the home page', () => {
  it('has the sections home, services, about and contact, in this order', async () => {
    const page = await site.read('/');
    const ids = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toEqual(['home', 'services', 'about', 'contact']);
  });

  it('opens with the headline and two buttons to sections', async () => {
    const page = await site.read('/');
    expect(await texts(page, 'h1')).toEqual([
      'Operational Support for Membership-Based Institutions',
    ]);
    for (const [label, target] of [
      ['Explore Our Services', '#services'],
      ['Contact Us Today', '#contact'],
    ] as const) {
      const button = page.locator('#home').getByRole('link', { name: label, exact: true });
      expect(await button.getAttribute('href'), label).toBe(target);
    }
    expect(await page.locator('#home').innerText()).toContain('1953');
  });

  it('presents six services and four benefits', async () => {
    const page = await site.read('/');
    expect(await texts(page, '#services h2')).toEqual(['End-to-End Operational Support']);
    expect(await texts(page, '#services ul h3')).toEqual([
      'Member Services & Engagement',
      'Financial & Compliance Management',
      'Events & Programmes',
      'Technology & Systems',
      'Secretariat Support',
      'Operations Management',
    ]);
    for (const benefit of [
      'Efficiency and cost-effectiveness',
      'Credibility through compliance',
      'Modern member experiences',
      'Freedom for leaders to focus on strategy',
    ]) {
      const title = page.locator('#services li').getByText(benefit, { exact: true });
      expect(await title.count(), benefit).toBe(1);
    }
  });

  it('presents seven decades with three figures and a promise', async () => {
    const page = await site.read('/');
    expect(await texts(page, '#about h2')).toEqual(['Seven Decades of Trusted Partnership']);
    const stats = page.locator('#about dl > div');
    const figures = await stats.evaluateAll((all) =>
      all.map((stat) => [
        stat.querySelector('dd')?.textContent,
        stat.querySelector('dt')?.textContent,
      ]),
    );
    expect(figures).toEqual([
      ['70+', 'Years Experience'],
      ['20+', 'Associations'],
      ['10+', 'Industries'],
    ]);
    await page.locator('#about').getByText('Our Promise', { exact: true }).waitFor();
    expect(await page.locator('#about blockquote').innerText()).toMatch(/^“.+”$/);
  });

  it('has the contact information beside the form', async () => {
    const page = await site.read('/');
    const contact = page.locator('#contact');
    expect(await texts(page, '#contact h2')).toEqual(['Ready to Strengthen Your Operations?']);
    expect(await contact.locator('header').innerText()).toContain('operational backbone');
    await contact.getByRole('heading', { name: 'Get in Touch', exact: true }).waitFor();
    expect(await contact.locator('dl').innerText()).toContain('Sandton');
    expect(await contact.locator('a[href^="tel:+27"]').count()).toBe(1);
    expect(await contact.locator('a[href^="mailto:clientservices@"]').count()).toBe(1);
    await contact.getByRole('img', { name: 'bridge' }).waitFor();
    expect(await contact.locator('caption').innerText()).toBe('Business Hours');
    const hours = contact.locator('tbody tr');
    expect(
      await hours.evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.textContent)),
      ),
    ).toEqual([
      ['Monday - Friday', '8:00 AM - 4:00 PM'],
      ['Saturday', 'By Appointment'],
      ['Sunday', 'Closed'],
    ]);
  });
});

describe.runIf(isShipped).each(indexedPaths)('the footer of %s', (path) => {
  it('has the logo, the tagline, the services and the contact lines', async () => {
    const page = await site.read(path);
    const footer = page.getByRole('contentinfo');
    expect(await footer.locator('a[href="/"] svg').count()).toBe(1);
    await footer
      .getByText('Providing operational support for membership-based institutions since 1953.')
      .waitFor();
    expect(await texts(page, 'footer h2:text-is("Services") + ul li')).toEqual([
      'Operations Management',
      'Member Services',
      'Financial Management',
      'Events & Programmes',
      'Technology Systems',
      'Secretariat Support',
    ]);
    const lines = await texts(page, 'footer h2:text-is("Contact") + ul li');
    expect(lines[0]).toContain('Sandton');
    expect(lines.slice(1)).toEqual(['clientservices@example.co.za', '+27 11 000 0000']);
  });

  it('has the founding year, a link to the Acts, and two social links with names', async () => {
    const page = await site.read(path);
    const footer = page.getByRole('contentinfo');
    for (const name of ['LinkedIn', 'Twitter']) {
      const link = footer.getByRole('link', { name, exact: true });
      expect(await link.getAttribute('href'), name).toMatch(/^https:\/\//);
    }
    await footer.getByText('Established 1953', { exact: true }).waitFor();
    const acts = footer.getByRole('link', { name: 'POPI & PAIA Acts', exact: true });
    expect(await acts.getAttribute('href')).toBe('/paia');
    const heights = await footer
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
    expect(Math.min(...heights), 'the lowest target in px').toBeGreaterThanOrEqual(24);
  });
});
