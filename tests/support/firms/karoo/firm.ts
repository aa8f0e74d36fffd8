import type { Firm } from '#contract/company.ts';

export const PRIVACY_NOTICE_VERSION = '2025-04.1';

/** A second firm, for tests of what must hold for every firm. */
export const firm: Firm = {
  name: 'Groot-Karoo & Kalahari Growers’ Association Secretariat Cooperative',
  email: 'navrae@karoo.example',
  phone: '+27 53 555 0123',
  address: {
    street: '14 Windpomp Street',
    suburb: 'Prieska',
    city: 'Prieska',
    province: 'Northern Cape',
    postalCode: '8940',
    country: 'South Africa',
  },
  hours: [
    { days: 'Monday – Friday', time: '07:30 – 16:00' },
    { days: 'Saturday', time: '09:00 – 12:00' },
  ],
  founded: 1998,
  figures: [{ figure: '31', label: 'Growers’ Societies' }],
  informationOfficer: { name: 'Anneline Jacobs', email: 'inligting@karoo.example' },
  social: [],
  replyWithin: 'two working days',
  bookingUrl: 'https://meet.karoo.example/office',
  documents: {
    terms: '/documents/terms-and-conditions.pdf',
    paia: '/documents/paia-manual.pdf',
  },
};
