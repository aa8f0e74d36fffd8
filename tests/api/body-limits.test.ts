import { request } from 'node:http';

import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { sendRaw } from '../../testing/raw-http.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

const tooLarge = 'Your message is too large. It can have at most 5000 characters.';

it('refuses JSON over 32 kB', async () => {
  const under = await api.post({ ...createUniqueEnquiry(), padding: 'x'.repeat(32_000) });
  const over = await api.post({ ...createUniqueEnquiry(), padding: 'x'.repeat(32_768) });
  expect([under.status, over.status]).toEqual([202, 413]);
  expect(await over.text()).toBe(tooLarge);
});

it('refuses a declared length over the limit without waiting for the body', async () => {
  const head = 'POST /api/contact HTTP/1.1\r\nHost: a\r\nAccept: text/plain\r\nConnection: close';
  for (const [type, length] of [
    ['application/json', 32_769],
    ['application/x-www-form-urlencoded', 65_537],
    ['application/json', 10_000_000_000],
  ] as const) {
    const rest = `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
    const answer = await sendRaw(api.url, `${head}\r\n${rest}`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*is too large\./s);
  }
});

it('refuses a body over the limit that has no declared length', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json' };
    const sending = request(`${api.url}/api/contact`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.on('error', reject);
    for (let sent = 0; sent < 40; sent += 1) sending.write(' '.repeat(1_024));
    sending.end('{}');
  });
  expect(status).toBe(413);
});

it('refuses a form over 64 kB or with too many fields, with an error page', async () => {
  const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, '']));
  for (const form of [{ ...createUniqueEnquiry(), message: 'x'.repeat(65_536) }, fields]) {
    const response = await api.postForm(form);
    expect(response.status).toBe(413);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain(tooLarge);
  }
});

it('refuses headers over 8 kB', async () => {
  const response = await api.post(createUniqueEnquiry(), { 'X-Padding': 'x'.repeat(9_000) });
  expect(response.status).toBe(431);
});

it('accepts the longest values even if each character takes three bytes', async () => {
  const form = createUniqueEnquiry({ message: '漢'.repeat(5_000), organisation: '字'.repeat(200) });
  expect((await api.post(form)).status).toBe(202);
});
