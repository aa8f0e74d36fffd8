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
      question: 'And if we want to leave?',
      answer: 'Tell us one season ahead. Your books go with you.',
      links: [{ label: 'Section A: The Services', href: '/terms#services' }],
    },
  ],
};
