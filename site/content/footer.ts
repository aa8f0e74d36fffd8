import { company } from './company.ts';

export interface FooterLink {
  label: string;
  href: string;
}

export interface Footer {
  tagline: string;
  socialTitle: string;
  social: FooterLink[];
  servicesTitle: string;
  services: FooterLink[];
  contactTitle: string;
  copyright: string;
  privacy: FooterLink;
  terms: FooterLink;
}

export const footer: Footer = {
  tagline: `Providing operational support for membership-based institutions since ${company.founded}.`,
  socialTitle: 'Follow us',
  social: [
    { label: 'LinkedIn', href: company.social.linkedIn },
    { label: 'Twitter', href: company.social.twitter },
  ],
  servicesTitle: 'Services',
  services: [
    'Operations Management',
    'Member Services',
    'Financial Management',
    'Events & Programmes',
    'Technology Systems',
    'Secretariat Support',
  ].map((label) => ({ label, href: '/#services' })),
  contactTitle: 'Contact',
  copyright: `Established ${company.founded}`,
  privacy: { label: 'POPI & PAIA Acts', href: '/paia' },
  terms: { label: 'Terms & Conditions', href: '/terms' },
};
