import type { SectionDraft } from '../legal-document.ts';

export const expenses: SectionDraft = {
  id: 'expenses',
  title: 'Expenses',
  clauses: [
    {
      text: 'Unless the service schedule says otherwise, the subscription fee does not include amounts spent on behalf of the Client, such as:',
      items: [
        'printing, postage, courier services and bulk messaging;',
        'bank charges, payment gateway charges and audit fees;',
        'software licences, hosting and domain names used for the Client alone;',
        'venues, catering and equipment for meetings; and',
        'fees payable to authorities, registrars and legal advisers.',
      ],
    },
    'Expenses are recovered at cost, without a mark-up, and are supported by invoices or other vouchers that the Client may inspect.',
    'An expense that exceeds the limit in the service schedule, or for which the approved budget makes no provision, needs the Client’s prior approval in writing.',
    'Travel that the Client has asked for is by the most economical practical means.',
    'Wherever practical the Client pays suppliers directly. The Firm is not obliged to finance the Client’s expenses and may ask for a deposit before it commits a large amount.',
    'Recoverable expenses are listed on the monthly invoice. Queries should reach the Firm within thirty days of that invoice.',
  ],
};
