import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { expect, it } from 'vitest';

import { startApiUnderTest } from '#support/api-under-test.ts';
import { createUniqueEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { sendRaw } from '#support/raw-http.ts';

const site = 'https://www.example.co.za';
const campaign = 'https://campaign.example.co.za';
const api = forAllTests(() =>
  startApiUnderTest({ SITE_URL: site, ALLOWED_ORIGINS: campaign, TRUSTED_PROXY_HOPS: '1' }),
);

const headersOfAll = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};

it('sends the security headers with every answer, and no cookie', async () => {
  const responses = [
    await api.post(createUniqueEnquiry()),
    await api.post({}),
    await api.postForm({ ...createUniqueEnquiry() }),
    await fetch(`${api.url}/healthz`),
    await fetch(`${api.url}/readyz`),
    await fetch(`${api.url}/nowhere`),
    await fetch(`${api.url}/api/contact`),
    await fetch(`${api.url}/api/contact`, { method: 'OPTIONS' }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([202, 400, 303, 200, 200, 404, 405, 204]);
  for (const { headers } of responses) {
    expect(Object.fromEntries(headers)).toMatchObject(headersOfAll);
    expect(headers.has('set-cookie')).toBe(false);
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.get('vary')).toContain('Origin');
  }
  for (const malformed of ['GET //[ HTTP/1.1\r\nHost: a\r\nConnection: close', 'nonsense']) {
    const text = (await sendRaw(api.url, `${malformed}\r\n\r\n`)).toLowerCase();
    expect(text).toMatch(/^http\/1\.1 40[04] /);
    for (const [name, value] of Object.entries(headersOfAll)) {
      expect(text).toContain(`${name}: ${value.toLowerCase()}`);
    }
  }
});

it('includes subdomains in HSTS only if told to', async () => {
  const ownApi = await startApiUnderTest({ HSTS_INCLUDE_SUBDOMAINS: 'true' });
  const { headers } = await ownApi.post({});
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  await ownApi.stop();
});

function preflight(origin: string) {
  return fetch(`${api.url}/api/contact`, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
  });
}

it.each([site, campaign])(
  'lets pages from %s send enquiries and read the answers',
  async (page) => {
    const { status, headers } = await preflight(page);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-methods')).toBe('POST');
    expect(headers.get('access-control-allow-headers')).toBe(
      'Content-Type, Idempotency-Key, X-Form-Signals',
    );
    for (const response of [
      await api.post(createUniqueEnquiry(), { Origin: page }),
      await api.post({}, { Origin: page }),
    ]) {
      expect(response.headers.get('access-control-allow-origin')).toBe(page);
      expect(response.headers.get('access-control-allow-credentials')).toBe('true');
      expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After');
    }
  },
);

it.each(['https://elsewhere.example', `${site}.elsewhere.example`, 'null', `${site}:8443`])(
  'sends no CORS headers to pages from %s',
  async (origin) => {
    for (const response of [await preflight(origin), await api.post({}, { Origin: origin })]) {
      const names = [...response.headers.keys()];
      expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  },
);

/** `fetch` does not allow the headers that browsers set themselves. */
async function postFormWith(headers: Record<string, string>): Promise<number | undefined> {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const sending = request(`${api.url}/api/contact`, {
    method: 'POST',
    headers: { ...type, ...headers },
  });
  sending.end(new URLSearchParams({ ...createUniqueEnquiry() }).toString());
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  return response.headers.location?.endsWith('#403') ? 403 : response.statusCode;
}

it('refuses forms that pages of other websites post', async () => {
  expect(await postFormWith({ Origin: site })).toBe(303);
  expect(await postFormWith({ Origin: api.url })).toBe(303);
  expect(await postFormWith({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })).toBe(303);
  expect(await postFormWith({})).toBe(303);
  expect(await postFormWith({ Origin: 'https://elsewhere.example' })).toBe(403);
  expect(await postFormWith({ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
});
