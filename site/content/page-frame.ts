import type { Company } from '../../contract/company.ts';

export const navigation = {
  label: 'Main',
  items: [
    { label: 'Home', section: 'home', href: '/' },
    { label: 'Services', section: 'services', href: '/#services' },
    { label: 'About', section: 'about', href: '/#about' },
    { label: 'Contact', section: 'contact', href: '/#contact' },
  ],
  terms: { label: 'Terms & Conditions', href: '/terms' },
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  skipToContent: 'Skip to content',
};

export function footerFor({ founded, social }: Company) {
  return {
    tagline: `Providing operational support for membership-based institutions since ${founded}.`,
    socialTitle: 'Follow us',
    social: [
      { label: 'LinkedIn', href: social.linkedIn },
      { label: 'Twitter', href: social.twitter },
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
    copyright: `Established ${founded}`,
    privacy: { label: 'POPI & PAIA Acts', href: '/paia' },
    terms: { label: 'Terms & Conditions', href: '/terms' },
  };
}
