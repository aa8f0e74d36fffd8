import { company } from './company.ts';

export interface PageMeta {
  path: string;
  title: string;
  description: string;
  /** Whether search engines may list the page. */
  indexed: boolean;
}

export const homeMeta: PageMeta = {
  path: '/',
  title: `${company.name} | Operational Support for Membership-Based Institutions`,
  description: `Association management in ${company.address.suburb} since ${company.founded}: secretariat, finance, members, events and systems for professional bodies.`,
  indexed: true,
};

export const termsMeta: PageMeta = {
  path: '/terms',
  title: `Terms and Conditions of Service | ${company.name}`,
  description:
    'What we undertake for client associations, what we ask of them, and how fees, confidentiality and termination work.',
  indexed: true,
};

export const paiaMeta: PageMeta = {
  path: '/paia',
  title: `PAIA Manual & POPI Act | ${company.name}`,
  description:
    'How we protect membership records, what happens to an enquiry you send us, and how to request, correct or delete information.',
  indexed: true,
};

export const notFoundMeta: PageMeta = {
  path: '/404',
  title: `404 Page Not Found | ${company.name}`,
  description: 'There is no page at this address.',
  indexed: false,
};
