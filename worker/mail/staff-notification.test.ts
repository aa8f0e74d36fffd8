import { expect, it } from 'vitest';

import { createEnquiry } from '../../testing/enquiry.ts';
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

it('goes to staff from our own address, with replies going to the visitor', () => {
  expect(staffNotification(submission, config)).toMatchObject({
    from: { name: 'Office', address: 'office@example.co.za' },
    to: [{ address: 'one@example.co.za' }, { address: 'two@example.co.za' }],
    replyTo: [{ name: 'Thandiwe Nkosi', address: 'thandiwe@example.org' }],
    subject: 'Enquiry FJF6-CYBM from Guild of Surveyors',
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
});

it('has the whole enquiry and the South African time, in text and in HTML', () => {
  const { text, html } = staffNotification(submission, config);
  for (const part of [text, html]) {
    expect(part).toContain('FJF6-CYBM');
    expect(part).toContain('Thandiwe Nkosi');
    expect(part).toContain('thandiwe@example.org');
    expect(part).toContain('Guild of Surveyors');
    expect(part).toMatch(/3 June 2024.*10:15/);
  }
  expect(text).toContain('First line\n\nsecond line');
  expect(html).toContain('First line<br><br>second line');
});

it('has a plain-text version', () => {
  expect(staffNotification(submission, config).text)
    .toBe(`Good day. A new enquiry has arrived from the website.

Reference: FJF6-CYBM
Received: Monday, 3 June 2024 at 10:15
Name: Thandiwe Nkosi
Email: thandiwe@example.org
Organisation: Guild of Surveyors

Message:

First line

second line

--${' '}
Reply to this email to answer Thandiwe Nkosi.
View enquiry: https://www.example.co.za/ops/enquiries/FJF6-CYBM
Assign to me: https://www.example.co.za/ops/enquiries/FJF6-CYBM?do=assign
Close enquiry: https://www.example.co.za/ops/enquiries/FJF6-CYBM?do=close
The enquiry will be deleted from our records after 24 months. Please share it only with colleagues who need it.

`);
});

it('has a mailto link with the sender as its only recipient', () => {
  const odd = { ...submission, email: 'a?bcc=b%40example.net&x@example.org' };
  const { html } = staffNotification(odd, config);
  expect(html).toContain('href="mailto:a%3Fbcc%3Db%2540example.net%26x@example.org"');
});

it("links to the enquiry's page, without personal data in the URL", () => {
  const { officeUrl } = readWorkerConfig({ OFFICE_URL: 'https://office.example.co.za/' });
  const { text, html } = staffNotification(submission, { ...config, officeUrl });
  const link = 'https://office.example.co.za/ops/enquiries/FJF6-CYBM';
  expect(text).toContain(link);
  expect(html).toContain(`href="${link}"`);
});

it('takes the URL of the enquiries desk from API_URL if OFFICE_URL is not set', () => {
  const { officeUrl } = readWorkerConfig({ API_URL: 'https://api.example.co.za' });
  expect(officeUrl).toBe('https://api.example.co.za');
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
