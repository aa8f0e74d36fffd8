import type { Service } from '../../contract/firm-content.ts';
import { fillIn } from '../../contract/translation.ts';
import type { SiteContent } from './locale.ts';

export function footerFor({ company, home, services, words, linkTo }: SiteContent) {
  const { established, ...footer } = words.page.footer;
  const first = services.filter(({ isFirstInFooter }) => isFirstInFooter);
  return {
    ...home.footer,
    ...footer,
    social: company.social,
    services: [...new Set([...first, ...services])].map((service) => ({
      label: service.short,
      href: linkTo(`/#${serviceId(service)}`),
    })),
    copyright: fillIn(established, { year: company.founded }),
  };
}

/** The anchor of a service's card on the home page. */
export function serviceId({ id }: Pick<Service, 'id'>): string {
  return `service-${id}`;
}
