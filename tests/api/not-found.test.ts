import { expect, it } from 'vitest';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

it.each(['/', '/api', '/api/contacts', '/api/contact/sent', '/.env', '/%3Cb%3E'])(
  'answers 404 with an explanation at %s',
  async (path) => {
    const response = await fetch(`${api.url}${path}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe('We could not find that page.');
  },
);

it('reports that it is running and ready', async () => {
  for (const path of ['/healthz', '/readyz']) {
    expect((await fetch(`${api.url}${path}`)).status).toBe(200);
    expect((await fetch(`${api.url}${path}`, { method: 'HEAD' })).status).toBe(200);
  }
});
