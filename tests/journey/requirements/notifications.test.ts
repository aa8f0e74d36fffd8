import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { formWords } from '../../../contract/page-words.ts';
import { reportsNotFound, siteUnderTest } from '../site-under-test.ts';
import { paths } from '../../../testing/pages.ts';
import { formIsLive } from '../../../testing/contact-page.ts';
import { accepted, answerWith, send, submit } from '../contact-form.ts';

const site = siteUnderTest();

interface Notified {
  page: Page;
  notification: Locator;
}

/** Sends an enquiry with the page's clock paused, so that only the test advances time. */
async function beNotified(): Promise<Notified> {
  const page = await site.visit('/', {
    expected: /Error: 500: |status of 500/,
    before: (opened) => opened.clock.install(),
  });
  await formIsLive(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await answerWith(page, 202, accepted);
  await sendInFrame(page);
  const notification = page
    .getByRole('region', { name: 'Notifications (F8)' })
    .getByText(formWords.success.title);
  await notification.waitFor();
  return { page, notification };
}

/** Submits the form, and runs the paused clock for 50 ms, because the form waits for a frame. */
async function sendInFrame(page: Page): Promise<void> {
  await send(page);
  await page.clock.runFor(50);
}

async function swipe({ page, notification }: Notified, pixels: number): Promise<void> {
  const box = await notification.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 8];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: 5 });
  await page.mouse.up();
}

describe('a notification', () => {
  it('closes automatically after 5000 ms', async () => {
    const { page, notification } = await beNotified();
    await page.clock.runFor(4990);
    expect(await notification.isVisible()).toBe(true);
    await page.clock.runFor(11);
    await notification.waitFor({ state: 'hidden' });
  });

  it('is replaced by the next notification, so that only one is shown', async () => {
    const { page, notification } = await beNotified();
    await answerWith(page, 500, 'No room.');
    await page.getByRole('button', { name: 'Send another enquiry' }).click();
    await page.clock.runFor(20);
    await sendInFrame(page);
    await page.getByRole('alert').getByText('Error', { exact: true }).waitFor();
    await notification.waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: 'Close notification' }).count()).toBe(1);
  });

  it.each([
    [51, false],
    [50, true],
    [-120, true],
  ])('stays after a swipe of %i px to the right: %s', async (pixels, stays) => {
    const notified = await beNotified();
    await swipe(notified, pixels);
    await notified.notification.waitFor({ state: stays ? 'visible' : 'hidden' });
  });

  it('takes the focus on F8, and returns the focus when closed', async () => {
    const { page, notification } = await beNotified();
    const another = page.getByRole('button', { name: 'Send another enquiry' });
    await another.focus();
    await page.keyboard.press('F8');
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('aria-label')).toBe('Notifications (F8)');
    await page.keyboard.press('Tab');
    expect(await focused.getAttribute('aria-label')).toBe('Close notification');
    await page.keyboard.press('Enter');
    await notification.waitFor({ state: 'hidden' });
    expect(await another.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('has its region on every page, and F8 focuses the region', async () => {
    const page = await site.visit('/', { expected: reportsNotFound });
    for (const path of paths) {
      await page.goto(`${site.url()}${path}`);
      await page.locator('nav[data-nav="enhanced"]').waitFor();
      await page.keyboard.press('F8');
      const label = await page.locator(':focus').getAttribute('aria-label');
      expect(label, path).toBe('Notifications (F8)');
    }
  });

  it('does not appear for an invalid form', async () => {
    const page = await site.visit('/');
    await formIsLive(page);
    await submit(page);
    await page.getByText('First name is required').first().waitFor();
    expect(await page.getByRole('button', { name: 'Close notification' }).count()).toBe(0);
  });
});

describe('on a phone a notification does not cover', () => {
  it.each([
    ['the message that the enquiry was sent', 202, accepted, '.sent', '.sent'],
    ['the error and the button', 503, 'No room.', '.failure', 'button[type="submit"]'],
  ])('%s', async (_, status, body, first, last) => {
    const page = await site.visit('/', {
      viewport: { width: 360, height: 740 },
      expected: /Error: 503: |status of 503/,
    });
    await answerWith(page, status, body);
    await send(page);
    await page.locator('.notification').waitFor();
    const edges = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { top, bottom };
      });
    // The page needs some time to scroll to its position.
    await expect
      .poll(async () => {
        const [bar, top, bottom, notification] = await Promise.all([
          edges('[data-nav]'),
          edges(first),
          edges(last),
          edges('.notification'),
        ]);
        return bar.bottom <= top.top && bottom.bottom <= notification.top;
      })
      .toBe(true);
  });
});
