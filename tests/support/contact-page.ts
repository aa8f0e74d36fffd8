import type { Page } from 'playwright-core';

import { contactField, contactFieldNames } from '#contract/contact-fields.ts';
import type { Enquiry } from './enquiry.ts';
import { waitFor } from './wait-for.ts';

export async function formIsLive(page: Page, timeout = 30_000): Promise<void> {
  const isLive = async () => {
    await page.locator('#contact').scrollIntoViewIfNeeded();
    return (await page.locator('form[novalidate]').count()) > 0;
  };
  // The development server may reload the page in the meantime.
  await waitFor('the form is hydrated', () => isLive().catch(() => false), timeout);
}

export async function fillIn(page: Page, enquiry: Enquiry): Promise<void> {
  for (const name of contactFieldNames) {
    await page.getByLabel(contactField(name).label, { exact: true }).fill(enquiry[name]);
  }
}
