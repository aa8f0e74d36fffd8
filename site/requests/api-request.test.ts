import { delay, http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { server } from '#support/site/stand-ins.ts';
import { apiRequest } from './api-request.ts';

function record(answer: () => Response | Promise<Response>) {
  const requests: Request[] = [];
  server.use(
    http.all('*/api/thing', ({ request }) => {
      requests.push(request.clone());
      return answer();
    }),
  );
  return requests;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('apiRequest', () => {
  it('sends a body as JSON with a JSON content type', async () => {
    const requests = record(() => HttpResponse.json({ ok: true }));
    const response = await apiRequest('POST', '/api/thing', { name: 'Zoë' });
    expect(await response.json()).toEqual({ ok: true });
    expect(requests[0]?.method).toBe('POST');
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(await requests[0]?.json()).toEqual({ name: 'Zoë' });
  });

  it('sends no content type without a body', async () => {
    const requests = record(() => HttpResponse.json({}));
    await apiRequest('GET', '/api/thing');
    expect(requests[0]?.headers.has('content-type')).toBe(false);
    expect(await requests[0]?.text()).toBe('');
  });

  it('always includes credentials', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
    await apiRequest('GET', '/api/thing');
    await apiRequest('POST', '/api/thing', {});
    expect(fetch.mock.calls.map(([, options]) => options?.credentials)).toEqual([
      'include',
      'include',
    ]);
  });

  it('throws the status and text of a response that is not OK', async () => {
    record(() => new HttpResponse('Nobody is in.', { status: 503 }));
    await expect(apiRequest('GET', '/api/thing')).rejects.toThrow(/^503: Nobody is in\.$/);
  });

  it('throws the status text if the response is empty', async () => {
    record(() => new HttpResponse(null, { status: 404, statusText: 'Not Found' }));
    await expect(apiRequest('GET', '/api/thing')).rejects.toThrow(/^404: Not Found$/);
  });

  it('throws the status if the connection is lost before the body is read', async () => {
    const lost = new ReadableStream({ start: (body) => body.error(new TypeError('Load failed')) });
    const answer = new Response(lost, { status: 503, statusText: 'Service Unavailable' });
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
    await expect(apiRequest('GET', '/api/thing')).rejects.toThrow(/^503: Service Unavailable$/);
  });

  it('works in browsers without AbortSignal.timeout', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      throw new TypeError('AbortSignal.timeout is not a function');
    });
    record(() => HttpResponse.json({}));
    expect(await apiRequest('GET', '/api/thing')).toHaveProperty('ok', true);
  });

  it('uses the origin of the API if one is set', async () => {
    vi.stubEnv('API_URL', 'https://api.example.org/');
    const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
    await apiRequest('GET', '/api/thing');
    expect(fetch.mock.calls[0]?.[0]).toBe('https://api.example.org/api/thing');
  });
});

describe('a request that gets no answer', () => {
  function failWith(error: unknown, onLine: boolean) {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(error);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    return expect(apiRequest('GET', '/api/thing')).rejects;
  }

  it('says that the visitor is offline', async () => {
    await failWith(new TypeError('Failed to fetch'), false).toThrow(/You appear to be offline/);
  });

  it('says that the server cannot be reached when the visitor is online', async () => {
    await failWith(new TypeError('Failed to fetch'), true).toThrow(/could not reach the server/);
  });

  it('times out after 30 seconds, and says that the server is slow', async () => {
    vi.useFakeTimers();
    record(() => delay('infinite').then(() => HttpResponse.json({})));
    const failed = vi.fn();
    apiRequest('GET', '/api/thing').catch(failed);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed.mock.calls).toEqual([
      [
        expect.objectContaining({
          message: expect.stringMatching(/took too long to respond/) as string,
        }),
      ],
    ]);
  });
});
