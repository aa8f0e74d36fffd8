import type { SectionDraft } from '../legal-document.ts';

export const events: SectionDraft = {
  id: 'conventions-and-training',
  title: 'Conventions, Webinars, And Training Events',
  clauses: [
    'Each convention, webinar or training event begins with a written proposal that states its purpose, date, budget and the Firm’s fee, if that fee is not part of the subscription. Work starts when the Client has approved the proposal.',
    {
      text: 'According to the proposal, the Firm will:',
      items: [
        'recommend and book venues, platforms and suppliers;',
        'support the programme committee and correspond with speakers and sponsors;',
        'manage registration, invoicing and enquiries from delegates;',
        'run the event and its technical arrangements on the day; and',
        'within thirty working days of the event, report on attendance, evaluation and the financial result.',
      ],
    },
    'Contracts with venues and suppliers are concluded in the name of the Client, which is bound by them. Any commission or discount that the Firm receives in connection with an event is disclosed and credited to the Client.',
    'Registration fees and sponsorship are paid into the Client’s bank account. Refunds follow the cancellation policy that was shown to delegates when they registered.',
    'Attendance registers and certificates are issued from verified records.',
    'Participants are told beforehand when a session is to be recorded or photographed.',
    'If the Client cancels or postpones an event, it pays the amounts already committed to third parties and the Firm’s fee for the work done to that date. The Client insures the event, in its own name, against liability to the public.',
  ],
};
