// @vitest-environment jsdom
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

import { companyFrom } from '../../../contract/company.ts';
import { enquiryPrivacy, regulator } from '../../../firm/content/privacy.ts';
import { firm } from '../../../firm/firm.ts';
import { createEnquiry } from '../../../testing/enquiry.ts';
import type { AnswerOf } from '../../office-api.ts';
import { AnswerLetter } from './AnswerLetter.tsx';

type Answer = AnswerOf<'person.answer'>;

const at = '2026-11-22T08:30:00.000Z';
const company = companyFrom({ ...firm, name: 'Meridian Secretariat' });
const email = 'zoe@example.org';
const id = '5a1c4a7e-3f0e-4c39-9b1d-0d2f3f5a6b7c';

const stored: Answer['submissions'][number] = {
  ...createEnquiry({
    email,
    message: 'Goeie dag,\n\nWe need a secretariat. See https://phishing.example/a for more.',
  }),
  id,
  reference: '7F3K-92QD',
  status: 'accepted',
  noticeVersion: '2024-06.1',
  createdAt: '2026-10-30T06:15:00.000Z',
  storedAt: '2026-10-30T06:15:01.000Z',
  expiresAt: '2028-10-30T06:15:01.000Z',
  notifications: {
    staff: { status: 'sent', updatedAt: at, sentAt: '2026-10-30T06:15:09.000Z' },
    acknowledgement: { status: 'failed', updatedAt: at },
  },
  handling: {
    state: 'done',
    owner: 'naledi',
    notes: [{ id: 'a', by: 'naledi', at, text: 'Telephoned; wants a proposal.' }],
    answeredOn: '2026-11-21',
    doneAt: at,
    version: 3,
  },
};
const request: Answer['requests'][number] = {
  id: 'r',
  who: 'Zoë O’Brien',
  email,
  kind: 'access',
  receivedAt: '2026-11-20T08:00:00.000Z',
  dueAt: '2026-12-20T08:00:00.000Z',
  version: 0,
  recordedBy: 'naledi',
};

function htmlOf(change: Partial<Answer> = {}): string {
  const rest = { jobs: 0, keys: 0, mails: 0, mentionedIn: [], company, email, at };
  const opened = { [id]: { times: 4, people: 2 } };
  const answer = { ...rest, opened, submissions: [stored], requests: [request], ...change };
  return renderToStaticMarkup(createElement(AnswerLetter, { answer }));
}

function textOf(change?: Partial<Answer>): string {
  const text = htmlOf(change).replace(/<[^>]*>/g, ' ');
  return text.replaceAll('&#x27;', "'").replace(/\s+/g, ' ');
}

it("lists the data, its purpose, recipients and retention, and the person's rights", () => {
  const text = textOf();
  const wanted = [
    company.name,
    'What we hold about you',
    'Dear Thandiwe Nkosi,',
    'on 22 November 2026 at 10:30',
    email,
    'We hold 1 enquiry from you',
    'Enquiry 7F3K-92QD',
    'Received 30 October 2026 at 08:15',
    'First Name Thandiwe',
    'Goeie dag, We need a secretariat.',
    'Our notes 22 November 2026: Telephoned; wants a proposal.',
    'Answered on 21 November 2026',
    'Status Closed on 22 November 2026',
    'Acknowledgement to you: could not be delivered',
    'Opened 4 times, by 2 members of our staff',
    'Kept until 30 October 2028',
    'Your request',
    'Due 20 December 2026',
    enquiryPrivacy.purpose,
    enquiryPrivacy.recipients,
    'A copy was emailed to our staff',
    enquiryPrivacy.retention(company),
    company.informationOfficer.email,
    regulator.complaints,
    'Yours sincerely,',
    company.informationOfficer.name,
    company.phone,
  ];
  let end = 0;
  for (const passage of wanted) {
    const start = text.indexOf(passage, end);
    expect(start, passage).toBeGreaterThanOrEqual(end);
    end = start + passage.length;
  }
});

it("does not name staff, or include other people's enquiries", () => {
  const text = textOf({ mentionedIn: ['1111-1111'], jobs: 1 });
  expect(text).toContain('your address in 1 enquiry from other people');
  expect(text).toContain('1 copy of what you sent');
  expect(text).not.toContain('naledi');
  expect(text).not.toContain('1111-1111');
});

it('links the addresses of the firm and the regulator, but none that a visitor typed', () => {
  const links = Array.from(htmlOf().matchAll(/href="([^"]+)"/g), ([, href]) => href);
  expect(links).toContain(`mailto:${company.informationOfficer.email}`);
  expect(links).toContain(`mailto:${regulator.complaints}`);
  expect(links.join(' ')).not.toContain('phishing');
});

it.each([
  ['Arabic', 'مرحباً، نود أن نعرف المزيد'],
  ['Tshivenḓa', 'Ndi khou humbela thuso: ḓ ṱ ṋ ḽ ṅ Ḓ Ṱ Ṋ Ḽ Ṅ'],
])('keeps every character of a text in %s, and sets dir to auto', (_language, message) => {
  const html = htmlOf({ submissions: [{ ...stored, message }] });
  expect(html).toMatch(new RegExp(`<dd dir="auto"[^>]*>${message}</dd>`));
});

it('shows the contact details of only the latest request above the salutation', () => {
  const old = {
    ...request,
    id: 'old',
    contact: 'P.O. Box 1, Durban',
    dueAt: '2025-01-20T08:00:00Z',
  };
  const text = textOf({ requests: [old, { ...request, contact: 'P.O. Box 2, Cape Town' }] });
  expect(text.slice(0, text.indexOf('Dear'))).toContain('Box 2');
  expect(text.slice(0, text.indexOf('Dear'))).not.toContain('Box 1');
});

it('says if there is no data, or only a request', () => {
  const text = textOf({ submissions: [], requests: [] });
  expect(text).toContain('We hold nothing under this address.');
  expect(text).toContain('Dear Sir or Madam,');
  expect(textOf({ submissions: [] })).toContain('We hold no enquiries from you.');
  expect(textOf({ submissions: [] })).toContain(`Dear ${request.who},`);
});
