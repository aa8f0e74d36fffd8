import type { Page, Request, Route } from 'playwright-core';

import { acceptedMessage } from '../../api/show-sent.ts';
import { contactPath, contactTokenPath } from '../../contract/api.ts';
import { fillIn, formIsLive } from '../../testing/contact-page.ts';
import { plainEnquiry, type Enquiry } from '../../testing/enquiry.ts';

export const accepted = {
  message: acceptedMessage({}),
  reference: '7F3K-92QD',
};

/** Provides the token that the form requests, if there is no API. */
export async function handOutToken(page: Page): Promise<void> {
  await page.route(`**${contactTokenPath}`, (route) =>
    route.fulfill({ contentType: 'text/plain', body: 'a-token' }),
  );
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send Message' }).click();
}

/** Fills in and submits the hydrated form. */
export async function send(page: Page, enquiry: Enquiry = plainEnquiry): Promise<void> {
  await formIsLive(page);
  await fillIn(page, enquiry);
  await submit(page);
}

/** Mocks the API for all further requests. */
export async function answerWith(page: Page, status: number, body: unknown): Promise<Request[]> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const contentType = typeof body === 'string' ? 'text/plain' : 'application/json';
  return takeOver(page, (route) => route.fulfill({ status, contentType, body: text }));
}

/** Never responds to the page. */
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
