import type { Questions } from '#contract/firm-content.ts';

export const questions: Questions = {
  title: 'Asked at Every Farm Gate',
  questions: [
    {
      question: 'What will it cost us?',
      answer:
        'It depends on your members and meetings. You pay each quarter, after the wool cheque.',
      price: 'From R 4 200 a month',
      links: [{ label: 'Section B: The Levy', href: '/terms#levy' }],
    },
    {
      question: 'How do we move from our present secretary?',
      answer:
        'We fetch the boxes, check the books with your secretary at one table, and take over on the first of the month. Allow six weeks.',
    },
    {
      question: 'You serve our neighbours too. Is that a conflict?',
      answer:
        'If two societies disagree about water, neither gets our advice, and both get their minutes.',
    },
    {
      question: 'Who signs payments?',
      answer: 'Two members of your committee. We only prepare them.',
    },
    {
      question: 'And if we want to leave?',
      answer: 'Tell us one season ahead. Your books go with you.',
      links: [{ label: 'Section A: The Services', href: '/terms#services' }],
    },
  ],
};
