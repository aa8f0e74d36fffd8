import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { server } from '#support/site/stand-ins.ts';
import { createQueryClient, queryFn } from './query-client.ts';

describe('queryFn', () => {
  it('joins the parts of the query key with slashes and reads JSON from this URL', async () => {
    server.use(http.get('*/api/things/7', () => HttpResponse.json({ id: 7 })));
    const read = queryFn({ on401: 'throw' });
    expect(await read({ queryKey: ['/api/things', 7] })).toEqual({ id: 7 });
  });

  it('includes credentials', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
    await queryFn({ on401: 'throw' })({ queryKey: ['/api/things'] });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', credentials: 'include' });
  });

  it('throws on a 401, or returns null if configured', async () => {
    server.use(http.get('*/api/things', () => new HttpResponse('Sign in.', { status: 401 })));
    const key = { queryKey: ['/api/things'] };
    await expect(queryFn({ on401: 'throw' })(key)).rejects.toThrow(/^401: Sign in\.$/);
    expect(await queryFn({ on401: 'null' })(key)).toBeNull();
  });

  it('throws on any other failure, even if configured to return null for a 401', async () => {
    server.use(http.get('*/api/things', () => new HttpResponse('Broken.', { status: 500 })));
    const read = queryFn({ on401: 'null' });
    await expect(read({ queryKey: ['/api/things'] })).rejects.toThrow(/^500: Broken\.$/);
  });
});

describe('the query client', () => {
  it('never refetches automatically and never retries', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({
      staleTime: Infinity,
      refetchInterval: false,
      refetchOnWindowFocus: false,
      retry: false,
    });
    expect(mutations).toMatchObject({ retry: false });
  });

  it('treats a 401 as an error by default, and does not retry', async () => {
    let asked = 0;
    server.use(
      http.get('*/api/things', () => {
        asked += 1;
        return new HttpResponse(null, { status: 401, statusText: 'Unauthorized' });
      }),
    );
    const read = createQueryClient().query({ queryKey: ['/api/things'] });
    await expect(read).rejects.toThrow('401: Unauthorized');
    expect(asked).toBe(1);
  });
});
