import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

import { fillIn, formIsLive } from '../../testing/contact-page.ts';
import { plainEnquiry } from '../../testing/enquiry.ts';
import { atMost, column, figure, type Figure } from '../figures.ts';
import { runRounds, type Session } from '../session.ts';
import { visitOnPhone } from './phone.ts';

/**
 * Measures how long the home page takes on a slow phone to respond to the first tap, the first key
 * and the submit.
 */
export async function measureInteractions(
  session: Session,
  browser: Browser,
  site: string,
): Promise<Figure[]> {
  const what = 'site: interactions';
  const { shipped } = await runRounds(session, what, [2, 7], ['shipped'], async () => ({
    ...(await visitOnPhone(browser, site, 'processor', noteInteractions, tapMenu)),
    ...(await visitOnPhone(browser, site, 'processor', noteInteractions, sendForm)),
  }));
  const names = ['first tap on the menu', 'first key in the form', 'submit'] as const;
  return names.map((name) =>
    figure(`/ shipped: ${name}, 4× slower`, 'ms', column(shipped, name), atMost(100)),
  );
}

async function tapMenu(page: Page) {
  const toggle = page.locator('[data-nav-toggle]');
  return { 'first tap on the menu': await slowestInteraction(page, () => toggle.tap()) };
}

async function sendForm(page: Page) {
  await formIsLive(page);
  await page.locator('[name=firstName]').focus();
  const key = await slowestInteraction(page, () => page.keyboard.press('T'));
  await fillIn(page, plainEnquiry);
  const button = page.locator('form button[type=submit]');
  const submit = await slowestInteraction(page, () => button.tap());
  return { 'first key in the form': key, submit };
}

declare global {
  interface Window {
    interactions?: number[];
  }
}

/** The shortest duration in milliseconds that browsers report. Unreported events took less. */
const threshold = 16;
const settle = 700;

/** Records the time from each input to the next paint. Must be called before the page is opened. */
async function noteInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    const interactions: number[] = (window.interactions = []);
    const options = { type: 'event', buffered: true, durationThreshold };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) interactions.push(duration);
    }).observe(options);
  }, threshold);
}

/**
 * Performs an interaction. Returns the milliseconds of its slowest event, as in Interaction to Next
 * Paint, but at least `threshold`.
 */
async function slowestInteraction(page: Page, interact: () => Promise<void>): Promise<number> {
  await sleep(settle);
  await page.evaluate(() => (window.interactions?.splice(0), undefined));
  await interact();
  await sleep(settle);
  const durations = await page.evaluate(() => window.interactions ?? []);
  return Math.max(threshold, ...durations);
}
