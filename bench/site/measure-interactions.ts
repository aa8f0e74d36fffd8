import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

import { fillIn, formIsLive } from '../../testing/contact-page.ts';
import { createEnquiry } from '../../testing/enquiry.ts';
import { atMost, figure, type Figure } from '../figure.ts';
import type { Session } from '../session.ts';
import { runRounds } from '../statistics.ts';
import { addressOf, type Variant } from './pages.ts';
import { openPhone } from './phone.ts';

const interactive = ['shipped', 'stock'] as const;

interface Sample {
  menu: number;
  key: number;
  submit: number;
  formLive: number;
}

/** How soon the home page answers the first tap, the first key and the submit on a slow phone. */
export async function measureInteractions(
  session: Session,
  browser: Browser,
  sites: Record<Variant, string>,
): Promise<Figure[]> {
  const samples = await runRounds(session.quick ? 2 : 7, interactive, async (variant, round) => {
    session.say(`site: interactions, round ${round + 1}, ${variant}`);
    const address = addressOf(sites[variant], variant, '/');
    return {
      menu: await tapMenu(browser, address),
      ...(await sendForm(browser, address)),
      formLive: await waitForLiveForm(browser, address),
    };
  });
  return interactive.flatMap((variant) => {
    const target = variant === 'shipped' ? atMost(100) : undefined;
    const all = (key: keyof Sample) => samples[variant].map((sample) => sample[key]);
    return [
      figure(`/ ${variant}: first tap on the menu, 4× slower`, 'ms', all('menu'), target),
      figure(`/ ${variant}: first key in the form, 4× slower`, 'ms', all('key'), target),
      figure(`/ ${variant}: submit, 4× slower`, 'ms', all('submit'), target),
      figure(`/ ${variant}: form live, 4× slower on slow 4G`, 'ms', all('formLive')),
    ];
  });
}

async function tapMenu(browser: Browser, address: string): Promise<number> {
  const { page, close } = await openPhone(browser, { slowProcessor: true });
  await noteInteractions(page);
  await page.goto(address, { waitUntil: 'load' });
  const took = await slowestInteraction(page, () => page.locator('[data-nav-toggle]').tap());
  await close();
  return took;
}

async function sendForm(
  browser: Browser,
  address: string,
): Promise<Pick<Sample, 'key' | 'submit'>> {
  const { page, close } = await openPhone(browser, { slowProcessor: true });
  await noteInteractions(page);
  await page.goto(address, { waitUntil: 'load' });
  await formIsLive(page);
  const first = page.locator('[name=firstName]');
  await first.focus();
  const key = await slowestInteraction(page, () => page.keyboard.press('T'));
  await fillIn(page, createEnquiry());
  const submit = await slowestInteraction(page, () =>
    page.locator('form button[type=submit]').tap(),
  );
  await close();
  return { key, submit };
}

async function waitForLiveForm(browser: Browser, address: string): Promise<number> {
  const { page, close } = await openPhone(browser, { slowProcessor: true, slowNetwork: true });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('form[novalidate]').waitFor({ state: 'attached', timeout: 60_000 });
  const took = await page.evaluate(() => performance.now());
  await close();
  return took;
}

declare global {
  interface Window {
    interactions?: number[];
  }
}

/** The shortest that browsers report; an interaction that is not reported took less. */
const threshold = 16;
const settle = 700;

/** Call before the page is opened: notes how long the page takes from each input to the paint. */
async function noteInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    const interactions: number[] = (window.interactions = []);
    const options = { type: 'event', buffered: true, durationThreshold };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) interactions.push(duration);
    }).observe(options);
  }, threshold);
}

/** Milliseconds of the slowest event of an interaction, as in Interaction to Next Paint. */
async function slowestInteraction(page: Page, interact: () => Promise<void>): Promise<number> {
  await sleep(settle);
  await page.evaluate(() => (window.interactions?.splice(0), undefined));
  await interact();
  await sleep(settle);
  const durations = await page.evaluate(() => window.interactions ?? []);
  return Math.max(threshold, ...durations);
}
