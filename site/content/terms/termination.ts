import type { SectionDraft } from '../legal-document.ts';

export const termination: SectionDraft = {
  id: 'termination',
  title: 'Termination',
  clauses: [
    'The services begin on the starting date in the service schedule and continue until either party ends them on 90 days’ written notice. No reason need be given.',
    'The period of 90 days runs from the day after the notice is received. Throughout that period the Firm continues to provide the services and the Client continues to pay the fee.',
    'A party that commits a material breach and does not remedy it within twenty working days of a written demand may be given notice of immediate termination.',
    {
      text: 'Before the last day of service the Firm will hand to the Client, or to the successor that the Client names:',
      items: [
        'the register of members and all professional records, in a commonly used electronic format;',
        'minute books, registers, contracts, statutory filings and correspondence;',
        'accounting records, reconciled to the latest month end, with supporting documents;',
        'administrator access to websites, domain names, mailboxes and other accounts; and',
        'a list of matters in progress, with the date on which each next falls due.',
      ],
    },
    'The Firm does not withhold the Client’s statutory records or register of members as security for payment. Amounts due on the last day of service remain payable.',
    'The Firm may keep copies of what it needs to meet its own legal obligations, and protects those copies as section H requires.',
  ],
};
