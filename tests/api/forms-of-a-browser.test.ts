import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { contactFieldNames } from '../../contract/contact-fields.ts';
import { securityHeaders } from '../../contract/security-headers.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startBrowser } from '../../testing/browser.ts';
import { createUniqueEnquiry, type Enquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const site = forAllTests(serveForm);
const api = forAllTests(() =>
  startApiUnderTest({ ALLOWED_ORIGINS: `http://127.0.0.1:${site.port}` }),
);
const browser = forAllTests(startBrowser);
let policy: string;

/** Serves a page with only a form for the API, on its own origin. */
async function serveForm() {
  const server = createServer((_request, response) => {
    const fields = contactFieldNames.map((name) => `<textarea name="${name}"></textarea>`);
    response.setHeader('Content-Type', 'text/html');
    response.setHeader('Referrer-Policy', policy);
    response.end(
      `<form method="post" action="${api.url}/api/contact">${fields.join('')}<button>Send</button></form>`,
    );
  });
  await once(server.listen(0), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function fillIn(page: Page, form: Enquiry): Promise<void> {
  for (const name of contactFieldNames) await page.locator(`[name=${name}]`).fill(form[name]);
}

/** Submits the form. Resolves to the status, and the Origin and Sec-Fetch-Site that were sent. */
async function send(page: Page) {
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST'),
    page.getByRole('button').first().click(),
  ]);
  const headers = await request.allHeaders();
  const status = (await request.response())?.status();
  return { origin: headers.origin, relation: headers['sec-fetch-site'], status };
}

async function open(host: string, referrerPolicy: string): Promise<Page> {
  policy = referrerPolicy;
  const { page } = await browser.openPage({ javaScriptEnabled: false });
  await page.goto(`http://${host}:${site.port}/`);
  return page;
}

const ours = securityHeaders['Referrer-Policy'];

it("trusts forms from a page with our referrer policy and from the API's own page", async () => {
  const page = await open('127.0.0.1', ours);
  await fillIn(page, createUniqueEnquiry({ message: 'Short' }));
  expect(await send(page)).toEqual({ origin: 'null', relation: 'same-site', status: 400 });

  await fillIn(page, createUniqueEnquiry());
  expect(await send(page)).toEqual({ origin: 'null', relation: 'same-origin', status: 303 });
  await page.waitForURL(/\/api\/contact\/sent\//);
});

it('accepts a form from a page on an allowed origin', async () => {
  const page = await open('127.0.0.1', 'strict-origin');
  await fillIn(page, createUniqueEnquiry());
  expect((await send(page)).status).toBe(303);
});

it.each([ours, 'strict-origin'])(
  'refuses a form from another site with the referrer policy %s',
  async (referrer) => {
    const page = await open('localhost', referrer);
    await fillIn(page, createUniqueEnquiry());
    expect(await send(page)).toEqual({
      origin: referrer === ours ? 'null' : `http://localhost:${site.port}`,
      relation: 'cross-site',
      status: 403,
    });
  },
);
