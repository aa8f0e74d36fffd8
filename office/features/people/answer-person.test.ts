import { beforeAll, expect, it } from 'vitest';

import { companyFrom } from '../../../contract/company.ts';
import { enquiryPrivacy } from '../../../contract/privacy-notice.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { createEnquiry, demandingEnquiry } from '../../../testing/enquiry.ts';
import { readPdf, type ReadPdf } from '../../../testing/site/read-pdf.ts';
import { describeAnswer } from './answer-document.server.ts';
import { printable, renderAnswer } from './render-answer.server.ts';

const at = new Date('2026-11-22T08:30:00Z');
const company = companyFrom({});
const email = 'zoe@example.org';

const stored: ContactSubmission = {
  ...createEnquiry({
    email,
    message: 'Goeie dag,\n\nWe need a secretariat. See https://phishing.example/a for more.',
  }),
  _id: '5a1c4a7e-3f0e-4c39-9b1d-0d2f3f5a6b7c',
  reference: '7F3K-92QD',
  status: 'accepted',
  noticeVersion: '2024-06.1',
  createdAt: new Date('2026-10-30T06:15:00Z'),
  storedAt: new Date('2026-10-30T06:15:01Z'),
  expiresAt: new Date('2028-10-30T06:15:01Z'),
  notifications: {
    staff: { status: 'sent', updatedAt: at, sentAt: new Date('2026-10-30T06:15:09Z') },
    acknowledgement: { status: 'failed', updatedAt: at },
  },
  handling: {
    state: 'done',
    owner: 'naledi',
    notes: [{ id: 'a', by: 'naledi', at, text: 'Telephoned; wants a proposal.' }],
    doneAt: at,
    version: 3,
  },
};
const hardToPrint = { ...stored, ...demandingEnquiry, _id: 'b', reference: '0000-000Z', email };
const nothing = {
  jobs: [],
  keys: [],
  mails: [],
  mentions: { references: [] as string[], jobs: [] },
};

function answerTo(submissions: ContactSubmission[], rest = nothing) {
  const found = { ...rest, submissions };
  return describeAnswer({
    email,
    found,
    requests: [
      {
        _id: 'r',
        who: 'Zoë O’Brien',
        email,
        kind: 'access',
        receivedAt: new Date('2026-11-20T08:00:00Z'),
        dueAt: new Date('2026-12-20T08:00:00Z'),
        recordedBy: 'naledi',
      },
    ],
    readers: new Map([[stored._id, { times: 4, people: 2 }]]),
    company,
    at,
  });
}

let bytes: Buffer;
let pdf: ReadPdf;

beforeAll(async () => {
  const mentions = { references: ['1111-1111'], jobs: [] };
  bytes = await renderAnswer(answerTo([stored, hardToPrint], { ...nothing, mentions }), company);
  pdf = await readPdf(bytes);
});

it('lists the data held, its purpose, retention and recipients, and the rights', () => {
  const wanted = [
    'under the email address zoe@example.org',
    '1 What we hold',
    'Enquiry 7F3K-92QD',
    'Received 30 October 2026 at 08:15',
    'First Name Thandiwe',
    'Goeie dag, We need a secretariat.',
    'Our notes 22 November 2026: Telephoned; wants a proposal.',
    'Acknowledgement to you: could not be delivered',
    'Opened 4 times by 2 of our staff',
    'Kept until 30 October 2028',
    'Your request',
    'To be answered by 20 December 2026',
    enquiryPrivacy.purpose,
    enquiryPrivacy.recipients,
    enquiryPrivacy.retention(company),
    company.informationOfficer.email,
    'POPIAComplaints@inforegulator.org.za',
    company.phone,
  ];
  let end = 0;
  for (const passage of wanted) {
    const start = pdf.text.indexOf(passage, end);
    expect(start, passage).toBeGreaterThanOrEqual(end);
    end = start + passage.length;
  }
});

it('names neither staff nor what others have sent', () => {
  expect(pdf.text).not.toContain('naledi');
  expect(pdf.text).not.toContain('1111-1111');
  expect(pdf.text).toContain('your address in one enquiry from somebody else');
});

it('is tagged, in South African English, with a title without personal data', () => {
  expect(pdf).toMatchObject({ title: 'What we hold about you', language: 'en-ZA', tagged: true });
  expect(pdf.roles).toEqual(
    expect.arrayContaining(['H1', 'H2', 'H3', 'P', 'L', 'LI', 'Lbl', 'LBody', 'Link']),
  );
  const source = bytes.toString('latin1');
  expect(source).toContain('/DisplayDocTitle true');
  expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>');
});

it("links the firm's addresses, and none typed by a visitor", () => {
  expect(pdf.links).toContain(`mailto:${company.informationOfficer.email}`);
  expect(pdf.links.join(' ')).not.toContain('phishing');
});

it('prints every letter that the fonts have, and explains the others', () => {
  expect(pdf.text).toContain('Zoë-Nomvúla');
  expect(pdf.text).toContain('O’Brien “Ngũgĩ”');
  expect(pdf.text).toContain('Môreoggend [U+1F305] & <Vriende>');
  expect(pdf.text).toContain('Some characters cannot be printed in our typefaces.');
});

it('says if there is no data', async () => {
  const answer = { ...answerTo([]), parts: answerTo([]).parts.slice(0, 1) };
  const { text } = await readPdf(await renderAnswer(answer, company));
  expect(text).toContain('We hold no enquiries from you.');
  expect(text).not.toContain('Some characters');
});

it('names letters that a font lacks by their code points, and drops invisible characters', () => {
  const ascii = (codePoint: number) => codePoint < 128;
  const text = 'ab [U+5354 U+4F1A]! [1][2]\nc';
  expect(printable('a\u200Bb\u0007 協会! [1][2]\r\nc', ascii)).toEqual({ text, isExact: false });
});

it('prints a letter without an accent that the font lacks, and says so', () => {
  const ascii = (codePoint: number) => codePoint < 128;
  expect(printable('Tshivenḓa', ascii)).toEqual({ text: 'Tshivenda', isExact: false });
  expect(printable('Tshivenda', ascii)).toEqual({ text: 'Tshivenda', isExact: true });
});
