import type { Page, Request, Route } from 'playwright-core';

import { acceptedMessage } from '../../api/show-sent.ts';
import { contactPath, contactTokenPath } from '../../contract/api.ts';
import { fillIn, formIsLive } from '../../testing/contact-page.ts';
import { plainEnquiry, type Enquiry } from '../../testing/enquiry.ts';

export const accepted = {
  message: acceptedMessage({}),
  reference: '7F3K-92QD',
};

/** Mocks the token that the form requests, for tests that run without the real API. */
export async function handOutToken(page: Page): Promise<void> {
  await page.route(`**${contactTokenPath}`, (route) =>
    route.fulfill({ contentType: 'text/plain', body: 'a-token' }),
  );
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send Message' }).click();
}

/** Waits until the form is hydrated, then fills it in and submits it. */
export async function send(page: Page, enquiry: Enquiry = plainEnquiry): Promise<void> {
  await formIsLive(page);
  await fillIn(page, enquiry);
  await submit(page);
}

/** Mocks the form's endpoint. Resolves to an array that collects its requests. */
export async function answerWith(page: Page, status: number, body: unknown): Promise<Request[]> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const contentType = typeof body === 'string' ? 'text/plain' : 'application/json';
  return takeOver(page, (route) => route.fulfill({ status, contentType, body: text }));
}

/** Leaves all further enquiries without a response. */
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
