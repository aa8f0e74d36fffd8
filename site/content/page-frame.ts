import type { Company } from '../../contract/company.ts';
import type { Service } from '../../contract/firm-content.ts';
import { homeFor } from '../../firm/content/home.ts';
import { services } from '../../firm/content/services.ts';

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

export function footerFor(company: Company) {
  const first = services.filter(({ isFirstInFooter }) => isFirstInFooter);
  return {
    ...homeFor(company).footer,
    socialTitle: 'Follow us',
    social: company.social,
    servicesTitle: 'Services',
    services: [...new Set([...first, ...services])].map((service) => ({
      label: service.short,
      href: `/#${serviceId(service)}`,
    })),
    contactTitle: 'Contact',
    copyright: `Established ${company.founded}`,
    privacy: { label: 'POPI & PAIA Acts', href: '/paia' },
    terms: { label: 'Terms & Conditions', href: '/terms' },
  };
}

/** The anchor of a service's card on the home page. */
export function serviceId({ id }: Pick<Service, 'id'>): string {
  return `service-${id}`;
}
