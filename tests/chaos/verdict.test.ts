import { expect, it } from 'vitest';

import { createEnquiry } from '#support/enquiry.ts';
import { judge, type Outcome, type StoredSubmission } from './verdict.ts';

const form = createEnquiry({ message: 'Enquiry 0\n\nof some length' });
const sentOnce = { status: 'sent' };
const document: StoredSubmission = {
  _id: 'id-0',
  reference: 'AAAA-0000',
  notifications: { staff: sentOnce, acknowledgement: sentOnce },
  ...form,
};
const [staff, acknowledgement] = ['staff', 'acknowledgement'].map(
  (kind) => `<id-0.${kind}@example.co.za>`,
) as [string, string];
const mails = (copies: number) => new Map([staff, acknowledgement].map((id) => [id, copies]));
const clean: Outcome = {
  sent: [{ enquiry: form, reference: 'AAAA-0000', tries: 1 }],
  stored: [document],
  mails: mails(1),
  faults: 0,
  drain: { isDrained: true, failed: 0, took: 1_000 },
};

it('accepts a run in which everything arrived once, or again once for each fault', () => {
  expect(judge(clean)).toMatchObject({ isClean: true, counts: { stored: 1, lost: 0 } });
  expect(judge({ ...clean, mails: mails(2), faults: 2 }).isClean).toBe(true);
});

it.each<[string, Partial<Outcome>]>([
  ['an enquiry that was acknowledged but not stored', { stored: [] }],
  ['one stored twice', { stored: [document, { ...document, _id: 'id-1' }] }],
  ['an altered one', { stored: [{ ...document, message: 'cut' }] }],
  ['another reference', { stored: [{ ...document, reference: 'B' }] }],
  ['a missing email', { mails: new Map([[staff, 1]]) }],
  ['emails sent again without a fault', { mails: mails(2) }],
  ['one that nobody accepted', { sent: [{ enquiry: form, reference: undefined, tries: 400 }] }],
  ['queues that do not drain', { drain: { ...clean.drain, isDrained: false } }],
])('finds %s', (_what, change) => {
  expect(judge({ ...clean, ...change }).isClean).toBe(false);
});
