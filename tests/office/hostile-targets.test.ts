import { expect, it } from 'vitest';

import { forAllTests } from '#support/for-all-tests.ts';
import { sendRaw } from '#support/raw-http.ts';
import { sessionOf, startOfficeUnderTest } from './office-under-test.ts';

const office = forAllTests(() => startOfficeUnderTest());

it.each([
  'http://[/api/contact-submissions',
  'foo://[::1]:x/api/contact-submissions',
  '/api/contact-submissions/%ff',
  '/ops/queues/%ff',
  '/ops/queues/queue/%zz',
  '/ops/queues/api/queues/%c0%ae/%ff/retry',
])('answers 400 to staff who follow a link to %s', async (target) => {
  const cookie = await sessionOf(office.database, 'naledi');
  const head = `Host: a\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n`;
  for (const method of ['GET', 'PUT']) {
    const answer = await sendRaw(office.url, `${method} ${target} HTTP/1.1\r\n${head}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*is not valid\.$/s);
    expect(answer).toContain('Cache-Control: no-store\r\n');
    expect(answer).toContain('Strict-Transport-Security: ');
  }
  expect(office.log()).not.toContain('request failed');
});

it.each(['//[/api/contact-submissions', '/api/contact-submissions/%00', '/ops/queues/%00'])(
  'never answers %s with a server error',
  async (target) => {
    const cookie = await sessionOf(office.database, 'naledi');
    const head = `Host: a\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n`;
    const answer = await sendRaw(office.url, `GET ${target} HTTP/1.1\r\n${head}`);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|4\d\d) /);
    expect(office.log()).not.toContain('request failed');
  },
);
