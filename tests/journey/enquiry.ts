import type { Page } from 'playwright-core';

export interface Enquiry {
  firstName: string;
  lastName: string;
  email: string;
  organisation: string;
  message: string;
}

/** An enquiry that puts every kind of text to the test: accents, emoji, quotes, line breaks. */
export const demandingEnquiry: Enquiry = {
  firstName: 'Zoë-Nomvúla',
  lastName: 'O’Brien “Ngũgĩ”',
  email: 'zoe@example.org',
  organisation: 'Vereniging vir Môreoggend 🌅 & <Vriende>',
  message: `Goeie dag 👋🏽\n\n<b>We</b> need a "secretariat".\n${'ṱ'.repeat(4950)}`,
};

/** Types an enquiry into the form as a person would: by the labels. */
export async function fillIn(page: Page, enquiry: Enquiry): Promise<void> {
  await page.getByLabel('First Name').fill(enquiry.firstName);
  await page.getByLabel('Last Name').fill(enquiry.lastName);
  await page.getByLabel('Email', { exact: true }).fill(enquiry.email);
  await page.getByLabel('Organisation').fill(enquiry.organisation);
  await page.getByLabel('Message', { exact: true }).fill(enquiry.message);
}
