import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

it.each(['application/json', 'application/problem+json', 'application/json, text/plain, */*'])(
  'answers with RFC 9457 problem details to a client that accepts %s',
  async (accept) => {
    const response = await api.post(createUniqueEnquiry({ email: 'x' }), { Accept: accept });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('vary')).toContain('Accept');
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'Please correct the form and send it again.',
      errors: { email: 'Please enter a valid email address' },
    });
  },
);

it.each(['*/*', 'text/plain', 'text/html', 'image/png'])(
  'answers in plain text to a client that accepts %s',
  async (accept) => {
    const response = await api.post(createUniqueEnquiry({ email: 'x' }), { Accept: accept });
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe('Email: Please enter a valid email address.');
  },
);

it('answers 404 with problem details', async () => {
  const response = await fetch(`${api.url}/nowhere`, { headers: { Accept: 'application/json' } });
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'We could not find that page.',
  });
});
