import type { Page, Request, Route } from 'playwright-core';

import { contactPath } from '#contract/api.ts';
import { answerWords } from '#contract/words.ts';
import { fillIn, formIsLive } from '#support/contact-page.ts';
import { plainEnquiry, type Enquiry } from '#support/enquiry.ts';

export const accepted = { message: answerWords.accepted.soon, reference: '7F3K-92QD' };

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send Message' }).click();
}

export async function send(page: Page, enquiry: Enquiry = plainEnquiry): Promise<void> {
  await formIsLive(page);
  await fillIn(page, enquiry);
  await submit(page);
}

/** Resolves to an array that collects the requests. */
export async function answerWith(page: Page, status: number, body: unknown): Promise<Request[]> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const contentType = typeof body === 'string' ? 'text/plain' : 'application/json';
  return takeOver(page, (route) => route.fulfill({ status, contentType, body: text }));
}

export async function neverAnswer(page: Page): Promise<Request[]> {
  return takeOver(page, () => undefined);
}

async function takeOver(page: Page, handle: (route: Route) => unknown): Promise<Request[]> {
  const requests: Request[] = [];
  await page.unroute(`**${contactPath}`);
  await page.route(`**${contactPath}`, async (route, request) => {
    requests.push(request);
    await handle(route);
  });
  return requests;
}
