import { expect, it } from 'vitest';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
  'refuses %s at the endpoint for enquiries, and lists the allowed methods',
  async (method) => {
    const response = await fetch(`${api.url}/api/contact`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    const asked = { method, headers: { Accept: 'application/json' } };
    expect((await fetch(`${api.url}/api/contact`, asked)).status).toBe(405);
    const words = method === 'HEAD' ? '' : 'This address accepts only POST requests.';
    expect(await response.text()).toBe(words);
  },
);

it.each(['/healthz', '/readyz', '/api/contact/sent/7F3K-92QD'])(
  'refuses POST at %s',
  async (path) => {
    const response = await fetch(`${api.url}${path}`, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  },
);

it('lists the allowed methods in response to OPTIONS', async () => {
  const response = await fetch(`${api.url}/api/contact`, { method: 'OPTIONS' });
  expect(response.status).toBe(204);
  expect(response.headers.get('allow')).toBe('POST, OPTIONS');
});
