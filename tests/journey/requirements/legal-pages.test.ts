import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { paiaFor } from '#firm/content/paia.ts';
import { termsFor } from '#firm/content/terms.ts';
import { isShipped } from '#support/firms/shipped.ts';
import { company } from '#support/pages.ts';
import { siteUnderTest } from '../site-under-test.ts';

const site = siteUnderTest();

async function lastLine(page: Page): Promise<string | undefined> {
  return (await page.locator('main').innerText()).trim().split('\n').at(-1);
}

/** Clicks a PDF button, and returns the path that the new tab requests. */
async function opensInNewTab(page: Page, name: string): Promise<string> {
  const asked = page.context().waitForEvent('request', (request) => request.url().includes('.pdf'));
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name, exact: true }).click();
  await opened;
  return new URL((await asked).url()).pathname;
}

describe('the terms', () => {
  it.runIf(isShipped)('have the title and the sections A to M in order', async () => {
    const page = await site.read('/terms');
    expect(await page.locator('h1').allInnerTexts()).toEqual(['Terms and Conditions of Service']);
    const headings = await page.locator('main section h2').allTextContents();
    expect(headings.map((heading) => heading.replace(/^([A-M])[.\s]*/, '$1 '))).toEqual([
      'A Board Support',
      'B Financial Accounting, Treasury, And Budgetary Control',
      'C Membership And Professional Records',
      'D Branding, Communication, And Marketing',
      'E Conventions, Webinars, And Training Events',
      'F Subscription Fee',
      'G Statutory Appointments And Registered Offices',
      'H Confidentiality',
      'I Termination',
      'J Expenses',
      'K Indemnity',
      'L Non-raiding',
      'M Governing Laws',
    ]);
  });

  it.runIf(isShipped)(
    'state the notice period and the fee with its yearly rise, and end with a date',
    async () => {
      const page = await site.read('/terms');
      expect(await page.locator('#termination').innerText()).toContain('90 days’ written notice');
      const fee = await page.locator('#subscription-fee').innerText();
      for (const words of [
        'fixed monthly',
        'each year',
        'consumer price index',
        '12-month average',
      ])
        expect(fee).toContain(words);
      expect(await lastLine(page)).toBe('Last updated: June 2024');
    },
  );

  it('have a link back to the table of contents on a small screen', async () => {
    const page = await site.visit('/terms#b-1', {
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole('link', { name: 'Back to contents' }).click();
    await page.waitForFunction(() => {
      const title = document.querySelector('nav[data-contents] h2')?.getBoundingClientRect();
      return title && title.top >= 80 && title.bottom < innerHeight / 2;
    });
  });

  it('open as a PDF in a new tab', async () => {
    const page = await site.visit('/terms');
    expect(await opensInNewTab(page, termsFor(company).download)).toMatch(/\.pdf$/);
  });
});

describe('the PAIA page', () => {
  it.runIf(isShipped)('has the title and the ten privacy conditions in order', async () => {
    const page = await site.read('/paia');
    expect(await page.locator('h1').allInnerTexts()).toEqual(['PAIA Manual & POPI Act']);
    await page
      .getByRole('heading', {
        name: 'Privacy Conditions: Membership Records Held By Our Firm On Behalf Of Client Associations',
        exact: true,
      })
      .waitFor();
    const items = await page.locator('#privacy-conditions h3').allTextContents();
    expect(items.map((item) => item.replace(/^(\d+)[.\s]*/, '$1 '))).toEqual([
      '1 Data Protection Standards',
      '2 Membership Record Requirements',
      '3 Communication and Financial Notices',
      '4 Professional Body Registration',
      '5 Public Domain Information',
      '6 Confidential Information Protection',
      '7 Commercial Member Information',
      '8 Event Materials Publication',
      '9 Meeting Attendance Records',
      '10 Digital Discussion Systems',
    ]);
  });

  it.runIf(isShipped)(
    'shows the POPI Act diagram after the conditions, and ends with a date',
    async () => {
      const page = await site.read('/paia');
      const diagram = page.locator('main figure').getByRole('img');
      const [conditions, figure] = await Promise.all([
        page.locator('#privacy-conditions').boundingBox(),
        diagram.boundingBox(),
      ]);
      expect(figure?.y).toBeGreaterThan((conditions?.y ?? 0) + (conditions?.height ?? 0));
      expect(await lastLine(page)).toBe('Last updated: June 2024');
    },
  );

  it('opens the manual as a PDF', async () => {
    const page = await site.visit('/paia');
    expect(await opensInNewTab(page, paiaFor(company).download)).toMatch(/\.pdf$/);
  });
});
