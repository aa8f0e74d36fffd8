import { expect, it } from 'vitest';

import { createEnquiry } from '../../testing/enquiry.ts';
import { judge, type Outcome, type StoredSubmission } from './verdict.ts';

const form = createEnquiry({ message: 'Enquiry 0\n\nof some length' });
const sentOnce = { status: 'sent' };
const document: StoredSubmission = {
  _id: 'id-0',
  reference: 'AAAA-0000',
  notifications: { staff: sentOnce, acknowledgement: sentOnce },
  ...form,
};
const bothMails = {
  '<id-0.staff@example.co.za>': 1,
  '<id-0.acknowledgement@example.co.za>': 1,
};
const clean: Outcome = {
  sent: [{ enquiry: form, reference: 'AAAA-0000', tries: 1 }],
  stored: [document],
  replies: [],
  mails: new Map(Object.entries(bothMails)),
  unconfirmed: new Map(),
  recoveries: [],
  drain: { isDrained: true, failed: 0, took: 1_000 },
};
const mails = (counts: Record<string, number>) => new Map(Object.entries(counts));
const reply = { submissionId: 'id-0', replyId: '0123456789' };
const replyMail = '<id-0.reply-01234567@example.co.za>';

it('accepts a run in which everything arrived once', () => {
  expect(judge(clean)).toMatchObject({ isClean: true, counts: { stored: 1, lost: 0 } });
});

it.each<[string, keyof ReturnType<typeof judge>['counts'], Partial<Outcome>]>([
  ['an enquiry that was acknowledged but not stored', 'lost', { stored: [] }],
  ['one stored twice', 'stored twice', { stored: [document, { ...document, _id: 'id-1' }] }],
  ['an altered one', 'altered', { stored: [{ ...document, message: 'cut' }] }],
  ['another reference', 'altered', { stored: [{ ...document, reference: 'B' }] }],
  ['a missing email', 'emails missing', { mails: mails({ '<id-0.staff@example.co.za>': 1 }) }],
  ['a lost reply', 'replies lost', { replies: [reply] }],
  [
    'a reply sent twice',
    'replies sent twice',
    { replies: [reply], mails: mails({ ...bothMails, [replyMail]: 2 }) },
  ],
])('finds %s', (_what, name, change) => {
  const { counts, isClean } = judge({ ...clean, ...change });
  expect(counts[name]).toBeGreaterThan(0);
  expect(isClean).toBe(false);
});

it('does not pass enquiries that nobody accepted, or queues that do not drain', () => {
  const refused = { ...clean, sent: [{ enquiry: form, reference: undefined, tries: 400 }] };
  expect(judge({ ...refused, stored: [], mails: mails({}) })).toMatchObject({
    isClean: false,
    counts: { lost: 0 },
  });
  expect(judge({ ...clean, drain: { ...clean.drain, isDrained: false } }).isClean).toBe(false);
});

it('allows one more copy of an email for each fault that can lose its record', () => {
  const twice = { ...clean, mails: mails({ ...bothMails, '<id-0.staff@example.co.za>': 2 }) };
  expect(judge(twice).isClean).toBe(false);
  expect(judge({ ...twice, recoveries: [{ victim: 'worker', took: 1 }] }).isClean).toBe(true);
});

it('expects no email that was withheld', () => {
  const withheld = { status: 'withheld' };
  const marked = { ...document, notifications: { staff: sentOnce, acknowledgement: withheld } };
  const outcome = { ...clean, stored: [marked], mails: mails({ '<id-0.staff@example.co.za>': 1 }) };
  expect(judge(outcome)).toMatchObject({ isClean: true, counts: { 'emails withheld': 1 } });
});
