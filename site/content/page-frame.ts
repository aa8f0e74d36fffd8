import type { Company } from '../../contract/company.ts';
import { serviceId, type Service } from './home.ts';

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
    social,
    servicesTitle: 'Services',
    services: [
      service('Operations Management', 'operations'),
      service('Member Services', 'members'),
      service('Financial Management', 'finance'),
      service('Events & Programmes', 'events'),
      service('Technology Systems', 'technology'),
      service('Secretariat Support', 'secretariat'),
    ],
    contactTitle: 'Contact',
    copyright: `Established ${founded}`,
    privacy: { label: 'POPI & PAIA Acts', href: '/paia' },
    terms: { label: 'Terms & Conditions', href: '/terms' },
  };
}

function service(label: string, icon: Service['icon']) {
  return { label, href: `/#${serviceId(icon)}` };
}
