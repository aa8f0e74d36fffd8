import type { Questions } from '#contract/firm-content.ts';

/** What a board asks before it appoints us, answered as in the terms. */
export const questions: Questions = {
  title: 'Questions Boards Ask',
  questions: [
    {
      question: 'What determines the fee?',
      answer:
        'The services in your schedule. You pay a fixed monthly subscription fee, raised each year by the consumer price index (12-month average) on thirty days’ written notice. Work outside the schedule is quoted for in writing first, and expenses are recovered at cost, without a mark-up.',
      links: [
        { label: 'Section F: Subscription Fee', href: '/terms#subscription-fee' },
        { label: 'Section J: Expenses', href: '/terms#expenses' },
      ],
    },
    {
      question: 'Who signs payments?',
      answer:
        'Two authorised persons, of whom at least one is an office-bearer or employee of your institution. Your money is held in bank accounts in your own name. A new or changed bank account is confirmed by phone before anything is paid into it.',
      links: [{ label: 'Section B: Financial Accounting', href: '/terms#financial-accounting' }],
    },
    {
      question: 'Do you have conflicts of interest?',
      answer:
        'We serve other institutions, some of which may be active in the same field. We keep their records apart, and inform you promptly if we see a conflict of interest, so that we can agree on how to proceed.',
      links: [{ label: 'Section H: Confidentiality', href: '/terms#confidentiality' }],
    },
    {
      question: 'What happens if we leave?',
      answer:
        'Either party may end the services on 90 days’ written notice, without giving a reason. Before the last day of service we hand over your register, minute books, accounting records, administrator access and a list of matters in progress. We do not withhold your register as security for payment.',
      links: [{ label: 'Section I: Termination', href: '/terms#termination' }],
    },
  ],
};
