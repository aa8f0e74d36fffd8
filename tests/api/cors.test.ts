import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const site = 'https://www.example.co.za';
const origins = `${site}, http://localhost:5173`;
const api = forAllTests(() =>
  startApiUnderTest({ ALLOWED_ORIGINS: origins, HSTS_INCLUDE_SUBDOMAINS: 'true' }),
);

function preflight(origin: string) {
  return fetch(`${api.url}/api/contact`, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,idempotency-key',
    },
  });
}

it('lets the site send enquiries with credentials, an Idempotency-Key and a trace', async () => {
  const { status, headers } = await preflight(site);
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe(site);
  expect(headers.get('access-control-allow-credentials')).toBe('true');
  expect(headers.get('access-control-allow-methods')).toContain('POST');
  expect(headers.get('access-control-allow-headers')).toBe(
    'Content-Type, Idempotency-Key, X-Form-Signals',
  );
});

it('lets the site read responses, including refusals', async () => {
  for (const form of [createUniqueEnquiry(), {}]) {
    const { headers } = await api.post(form, { Origin: site });
    expect(headers.get('access-control-allow-origin')).toBe(site);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After');
    expect(headers.get('vary')).toContain('Origin');
  }
});

it('sends CORS headers only for enquiries and form tokens, even to the site', async () => {
  const token = await fetch(`${api.url}/api/contact/token`, { headers: { Origin: site } });
  expect(token.headers.get('access-control-allow-credentials')).toBe('true');
  for (const path of ['/healthz', '/readyz', '/api/contact/sent/x', '/no']) {
    const { headers } = await fetch(`${api.url}${path}`, { headers: { Origin: site } });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.get('vary')).toContain('Origin');
  }
});

it.each(['https://elsewhere.example', `${site}.elsewhere.example`, 'null', `${site}:8443`])(
  'sends no CORS headers to pages from %s',
  async (origin) => {
    for (const response of [
      await preflight(origin),
      await api.post(createUniqueEnquiry(), { Origin: origin }),
    ]) {
      const names = [...response.headers.keys()];
      expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(response.headers.get('vary')).toContain('Origin');
    }
  },
);

it('includes subdomains in HSTS if HSTS_INCLUDE_SUBDOMAINS is set', async () => {
  const { headers } = await preflight(site);
  expect(headers.get('strict-transport-security')).toMatch(/; includeSubDomains$/);
});
