import { createEnquiry, demandingEnquiry } from './enquiry.ts';

const submission = {
  _id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  reference: 'FJF6-CYBM',
  createdAt: new Date('2024-06-03T08:15:00.000Z'),
};
const replyId = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const sent = { status: 'sent' as const, updatedAt: submission.createdAt };

/** The enquiries of the letters that `tests/fixtures/letters.json` keeps byte for byte. */
export const written = {
  plain: { ...submission, ...createEnquiry() },
  demanding: { ...submission, ...demandingEnquiry },
  answered: {
    ...submission,
    ...createEnquiry(),
    notifications: { acknowledgement: sent, reply: { ...sent, replyId } },
    handling: {
      replies: [
        {
          ...{ id: replyId, by: 'zanele', name: 'Zanele Khumalo', at: submission.createdAt },
          text: 'Dear Thandiwe,\n\nWe would gladly help.\nMay we phone you?',
        },
      ],
    },
  },
  assignments: ['FJF6-CYBM', '7F3K-92QD'].map((reference, index) => ({
    ...{ _id: `${index}`, reference, notifyOwner: submission.createdAt },
  })),
  owner: { username: 'zanele', name: 'Zanele Khumalo', email: 'zanele@example.co.za' },
  digest: {
    ...{ fresh: 4, unanswered: 2, followUps: 1, spam: 9, bounced: 1, newSpam: 3 },
    requests: { soon: 1, overdue: 2 },
  },
};
