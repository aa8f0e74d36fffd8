import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { formWords } from '#contract/page-words.ts';
import { services } from '#firm/content/services.ts';
import { findViolations } from '#support/axe.ts';
import { formIsLive } from '#support/contact-page.ts';
import { paths } from '#support/pages.ts';
import { siteUnderTest, type VisitOptions } from './site-under-test.ts';
import { accepted, answerWith, neverAnswer, send, submit } from './contact-form.ts';

const site = siteUnderTest();

const expected = /status of (404|500)|Error: 500: /;

const states: [string, (page: Page) => Promise<void>][] = [
  ['with an open menu', (page) => page.getByRole('button', { name: 'Open menu' }).click()],
  [
    'with field errors',
    async (page) => {
      await formIsLive(page);
      await submit(page);
      await page.locator('#contact-message-error').waitFor();
    },
  ],
  [
    'with every specimen open',
    async (page) => {
      for (const details of await page.locator('details').all()) {
        if ((await details.getAttribute('open')) !== null) continue;
        await details.locator('summary').press('Enter');
      }
      const specimens = services.filter(({ specimen }) => specimen);
      expect(await page.locator('#services table:visible').count()).toBe(specimens.length);
    },
  ],
  [
    'while the enquiry is being sent',
    async (page) => {
      await neverAnswer(page);
      await send(page);
      await page.getByRole('button', { name: 'Sending...' }).waitFor();
    },
  ],
  [
    'once the enquiry is sent',
    async (page) => {
      await answerWith(page, 202, accepted);
      await send(page);
      await page.getByRole('status').getByText(formWords.success.title).waitFor();
    },
  ],
  [
    'when the enquiry has failed',
    async (page) => {
      await answerWith(page, 500, 'The queue is closed.');
      await send(page);
      await page.getByRole('alert').getByText('500: The queue is closed.').waitFor();
    },
  ],
];

const options: VisitOptions = { viewport: { width: 320, height: 640 }, expected };

describe('in light and dark mode there are no accessibility violations', () => {
  it.each(paths)('on %s, on a phone and on a desktop', async (path) => {
    const page = await site.visit(path, options);
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await findViolations(page)).toEqual([]);
  });

  it.each(states)('on the home page %s', async (_state, reach) => {
    const page = await site.visit('/', options);
    await reach(page);
    expect(await findViolations(page)).toEqual([]);
  });
});
