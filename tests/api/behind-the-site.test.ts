import { describe, expect, it } from 'vitest';

import { securityHeaders } from '../../contract/security-headers.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { sendRaw } from '../../testing/raw-http.ts';
import { serveSmallSite } from '../../testing/serve-site.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(startApiUnderTest);
const site = forAllTests(() => serveSmallSite({ apiUrl: api.url, officeUrl: api.url }));

async function expectHeaders(path: string, status: number, options: RequestInit = {}) {
  const answer = await fetch(`${site.url}${path}`, { redirect: 'manual', ...options });
  expect(answer.status).toBe(status);
  for (const [name, value] of Object.entries(securityHeaders))
    expect(answer.headers.get(name), name).toBe(value);
  // If a response had two policies, fetch would join them with a comma.
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'[^,]*$/);
  return answer;
}

describe('the npm start server sends the security headers with', () => {
  it.each([
    ['/', 200],
    ['/manual.pdf', 200],
    ['/nowhere', 404],
    ['/%ff', 400],
    ['//[/', 404],
    ['/api/nowhere', 404],
    ['/api/contact', 405],
    ['/api/contact/sent/7F3K-92QD', 404],
  ])('%s, answered with %i', async (path, status) => {
    await expectHeaders(path, status);
  });

  it('an accepted enquiry', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(createUniqueEnquiry());
    const answer = await expectHeaders('/api/contact', 202, { method: 'POST', headers, body });
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
  });

  it('an unsupported method', async () => {
    await expectHeaders('/', 405, { method: 'DELETE' });
  });

  it('malformed HTTP', async () => {
    const answer = await sendRaw(site.url, 'hello\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    for (const [name, value] of Object.entries(securityHeaders))
      expect(answer).toContain(`${name}: ${value}`);
  });

  it('its own answer while the API is down', async () => {
    await api.stopApi();
    const answer = await expectHeaders('/api/contact', 503, { method: 'POST' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.text()).toContain('Please try again shortly.');
  });
});
