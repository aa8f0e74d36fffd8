import type { Page } from 'playwright-core';

const liveForm = 'form[novalidate]';
const liveWithin = 30_000;

/** Brings the form into view and waits until React has taken it over. */
export async function approachForm(page: Page): Promise<void> {
  await page.locator('form').scrollIntoViewIfNeeded();
  await page.locator(liveForm).waitFor({ state: 'attached', timeout: liveWithin });
}

/** Fills in everything but the first field. */
export async function fillInRest(page: Page): Promise<void> {
  await page.locator('[name=lastName]').fill('Nkosi');
  await page.locator('[name=email]').fill('thandiwe@example.org');
  await page.locator('[name=organisation]').fill('Guild of Surveyors');
  await page.locator('[name=message]').fill('We are looking for a secretariat.');
}
