import type { Firm } from '#contract/company.ts';

/** Stored with every submission. Change it whenever `content/privacy.ts` changes. */
export const PRIVACY_NOTICE_VERSION = '2024-06.1';

/** The facts about the firm that pages, emails and documents show. */
export const firm: Firm = {
  name: 'Association Office',
  email: 'clientservices@example.co.za',
  phone: '+27 11 000 0000',
  address: {
    street: '1 Example Street',
    suburb: 'Sandton',
    city: 'Johannesburg',
    province: 'Gauteng',
    postalCode: '2196',
    country: 'South Africa',
  },
  hours: [
    { days: 'Monday - Friday', time: '8:00 AM - 4:00 PM' },
    { days: 'Saturday', time: 'By Appointment' },
    { days: 'Sunday', time: 'Closed' },
  ],
  founded: 1953,
  figures: [
    { figure: '20+', label: 'Associations' },
    { figure: '10+', label: 'Industries' },
  ],
  informationOfficer: { name: 'The Managing Director', email: 'privacy@example.co.za' },
  social: [
    { label: 'LinkedIn', href: 'https://www.linkedin.com/' },
    { label: 'Twitter', href: 'https://twitter.com/' },
  ],
  // Promised on the page, in the receipt and in the acknowledgement, such as 'one working day'.
  // In working days, it is also when the enquiries desk shows replies as due and overdue.
  replyWithin: undefined,
  // Closed days besides weekends and public holidays, such as an election day: '2026-11-04'.
  // Several in a row: { from: '2026-12-28', to: '2026-12-31' }. Add next year's in good time.
  closedOn: [],
  // Where visitors book a meeting, shown beside the form.
  bookingUrl: undefined,
  // The PDFs are made from firm/content/. To use your own, put it in firm/public/ under another name.
  documents: {
    terms: '/documents/terms-and-conditions.pdf',
    paia: '/documents/paia-manual.pdf',
  },
};
