import type { Page } from 'playwright-core';

import { contactField, contactFieldNames } from '../contract/contact-fields.ts';
import type { Enquiry } from './enquiry.ts';

/** Brings the form into view and waits until React has taken it over. */
export async function formIsLive(page: Page, timeout = 30_000): Promise<void> {
  await page.locator('#contact').scrollIntoViewIfNeeded();
  await page.locator('form[novalidate]').waitFor({ state: 'attached', timeout });
}

/** Types an enquiry into the form as a person would: by the labels. */
export async function fillIn(page: Page, enquiry: Enquiry): Promise<void> {
  for (const name of contactFieldNames) {
    await page.getByLabel(contactField(name).label, { exact: true }).fill(enquiry[name]);
  }
}
