import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    interactions?: number[];
  }
}

/** The shortest that browsers report; an interaction that is not reported took less. */
const threshold = 16;
const settle = 700;

/** Call before the page is opened: notes how long the page takes from each input to the paint. */
export async function noteInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    const interactions: number[] = (window.interactions = []);
    const options = { type: 'event', buffered: true, durationThreshold };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) interactions.push(duration);
    }).observe(options);
  }, threshold);
}

/** Milliseconds of the slowest event of an interaction, as in Interaction to Next Paint. */
export async function slowestInteraction(
  page: Page,
  interact: () => Promise<void>,
): Promise<number> {
  await sleep(settle);
  await page.evaluate(() => (window.interactions?.splice(0), undefined));
  await interact();
  await sleep(settle);
  const durations = await page.evaluate(() => window.interactions ?? []);
  return Math.max(threshold, ...durations);
}
