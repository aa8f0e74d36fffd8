import { expect, it } from 'vitest';

import { createEnquiry } from '../../testing/enquiry.ts';
import { addMonths, quarantineDays } from '../../storage/submissions.ts';
import type { Sent } from './clients.ts';
import { judge, judgeReplies, type StoredSubmission } from './verdict.ts';

const form = createEnquiry({ message: 'Enquiry 0\n\nof some length' });
const sent: Sent[] = [{ enquiry: form, reference: 'AAAA-0000', tries: 1 }];
const document: StoredSubmission = {
  _id: 'id-0',
  reference: 'AAAA-0000',
  status: 'received',
  createdAt: new Date(),
  expiresAt: addMonths(new Date(), 24),
  ...form,
};
const bothMails = new Map([
  ['<id-0.staff@example.co.za>', 1],
  ['<id-0.acknowledgement@example.co.za>', 1],
]);

it('accepts a run in which everything arrived once', () => {
  expect(judge(sent, [document], bothMails)).toEqual({
    sent: 1,
    acknowledged: 1,
    stored: 1,
    lost: 0,
    storedTwice: 0,
    altered: 0,
    misdated: 0,
    quarantined: 0,
    mailsMissing: 0,
    mailsOnce: 2,
    mailsRepeated: 0,
    mostCopies: 1,
  });
});

it('finds an enquiry that was acknowledged but not stored', () => {
  expect(judge(sent, [], new Map())).toMatchObject({ lost: 1, stored: 0 });
});

it('does not count an unacknowledged enquiry as lost', () => {
  const refused = [{ enquiry: form, reference: undefined, tries: 400 }];
  expect(judge(refused, [], new Map())).toMatchObject({ acknowledged: 0, lost: 0 });
});

it('finds an enquiry that was stored twice', () => {
  const second = { ...document, _id: 'id-1' };
  expect(judge(sent, [document, second], bothMails)).toMatchObject({ storedTwice: 1 });
});

it('finds an enquiry that was altered, or whose reference differs', () => {
  expect(judge(sent, [{ ...document, message: 'cut' }], bothMails)).toMatchObject({ altered: 1 });
  expect(judge(sent, [{ ...document, reference: 'B' }], bothMails)).toMatchObject({ altered: 1 });
});

it('finds an enquiry with a date from a wrong clock', () => {
  const createdAt = new Date(0);
  const expiresAt = addMonths(new Date(), 240);
  expect(judge(sent, [{ ...document, createdAt }], bothMails)).toMatchObject({ misdated: 1 });
  expect(judge(sent, [{ ...document, expiresAt }], bothMails)).toMatchObject({ misdated: 1 });
});

it('counts missing and repeated emails', () => {
  const mails = new Map([['<id-0.staff@example.co.za>', 3]]);
  expect(judge(sent, [document], mails)).toMatchObject({
    mailsMissing: 1,
    mailsOnce: 0,
    mailsRepeated: 2,
    mostCopies: 3,
  });
});

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}

it('expects quarantined enquiries to have no emails and a shorter retention', () => {
  const quarantined = { ...document, status: 'quarantined', expiresAt: inDays(quarantineDays) };
  expect(judge(sent, [quarantined], new Map())).toMatchObject({
    quarantined: 1,
    misdated: 0,
    mailsMissing: 0,
  });
});

const reply = { submissionId: 'id-0', replyId: '0123456789', isUndone: false };
const undone = { ...reply, isUndone: true };
const mailsOf = (count: number) => new Map([['<id-0.reply-01234567@example.co.za>', count]]);

it('accepts replies that were sent once or undone', () => {
  const second = { ...undone, submissionId: 'id-1' };
  expect(judgeReplies([reply, second], mailsOf(1), new Map())).toEqual({
    acknowledged: 2,
    sent: 1,
    undone: 1,
    sentTwice: 0,
    lost: 0,
    undoneButSent: 0,
  });
});

it('finds a reply that was lost, sent twice, or sent although it was undone', () => {
  expect(judgeReplies([reply], new Map(), new Map())).toMatchObject({ sent: 0, lost: 1 });
  expect(judgeReplies([reply], mailsOf(2), new Map())).toMatchObject({ sentTwice: 1 });
  expect(judgeReplies([undone], mailsOf(1), new Map())).toMatchObject({ undoneButSent: 1 });
});

it('allows one more copy of a reply for each that the mail server did not confirm', () => {
  expect(judgeReplies([reply], mailsOf(3), mailsOf(2))).toMatchObject({ sent: 1, sentTwice: 0 });
});
