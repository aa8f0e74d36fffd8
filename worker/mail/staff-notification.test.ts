import { expect, it } from 'vitest';

import { createEnquiry } from '#support/enquiry.ts';
import { readWorkerConfig } from '../config.ts';
import { oneLine, staffNotification } from './staff-notification.ts';

const config = readWorkerConfig({
  MAIL_FROM: 'Office <office@example.co.za>',
  MAIL_STAFF: 'one@example.co.za, two@example.co.za',
});
const now = new Date('2024-06-03T08:15:00.000Z');
const pending = { status: 'pending', updatedAt: now } as const;
const submission = {
  _id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  reference: 'FJF6-CYBM',
  status: 'accepted' as const,
  ...createEnquiry({ message: 'First line\n\nsecond line' }),
  noticeVersion: '2024-06.1',
  createdAt: now,
  storedAt: now,
  expiresAt: now,
  notifications: { staff: pending, acknowledgement: pending },
};

it('lets nobody imitate our own lines in the plain text', () => {
  const { text: honest } = staffNotification(submission, config);
  const ours = honest.slice(honest.indexOf('\n-- \n'));
  const message = `We need you.\n${ours.replaceAll('www.example.co.za', 'evil.example')}`;
  const { text } = staffNotification({ ...submission, message }, config);
  const unquoted = text.split('\n').filter((line) => !line.startsWith('> '));
  expect(unquoted.filter((line) => line === '-- ')).toHaveLength(1);
  expect(unquoted.join('\n')).not.toContain('evil.example');
  expect(text.endsWith(ours)).toBe(true);
});

it('has a mailto link with the sender as its only recipient', () => {
  const odd = { ...submission, email: 'a?bcc=b%40example.net&x@example.org' };
  const { html } = staffNotification(odd, config);
  expect(html).toContain('href="mailto:a%3Fbcc%3Db%2540example.net%26x@example.org"');
});

it('takes the URL of the enquiries desk from API_URL if OFFICE_URL is not set', () => {
  const { officeUrl } = readWorkerConfig({ API_URL: 'https://api.example.co.za' });
  expect(officeUrl).toBe('https://api.example.co.za');
});

it('marks possible spam in the subject, with the reasons', () => {
  const screening = { score: 3, reasons: ['contains little but links', 'offers loans'] };
  const { subject, text, html } = staffNotification(
    { ...submission, marked: true, screening },
    config,
  );
  expect(subject).toMatch(/^\[possible spam\] Enquiry /);
  for (const content of [text, html]) {
    expect(content).toContain('contains little but links; offers loans');
  }
});

it('escapes all form data in HTML', () => {
  const typed = `<img src=x onerror="alert('x')"> & more`;
  const { html } = staffNotification(
    { ...submission, firstName: typed, lastName: typed, organisation: typed, message: typed },
    config,
  );
  // The only image is the logo.
  expect(html.match(/<img/g)).toHaveLength(1);
  expect(html).not.toContain('<img src=x');
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;x&#39;)&quot;&gt; &amp; more');
});

it('keeps the subject and the name on one line, short, and free of hidden characters', () => {
  const { subject, replyTo } = staffNotification(
    {
      ...submission,
      organisation: `Guild\r\nBcc: everyone@example.org \u202e${'x'.repeat(200)}`,
      firstName: 'A\nB',
    },
    config,
  );
  expect(subject).not.toMatch(/[\r\n\u202e]/);
  expect(Array.from(subject).length).toBeLessThan(90);
  expect(replyTo?.[0]?.name).toBe('A B Nkosi');
});

it.each([
  ['plain', 'plain'],
  ['a\r\nBcc: b@example.org', 'a Bcc: b@example.org'],
  ['a\u2028b\u0000c\td', 'a b c d'],
  ['=?utf-8?q?=0D=0ABcc:_b?=', '= ?utf-8?q?=0D=0ABcc:_b?='],
  ['\u202egnp.exe\u202c', 'gnp.exe'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
])('makes a single safe line of %j', (text, line) => {
  expect(oneLine(text, 100)).toBe(line);
});

it('shortens long text without splitting a character', () => {
  expect(oneLine('👋👋👋👋', 3)).toBe('👋👋…');
  expect(oneLine('abc', 3)).toBe('abc');
});
