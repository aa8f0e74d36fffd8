import type { Service } from '#contract/firm-content.ts';
import { fillIn } from '#contract/fill-in.ts';
import { pageWords } from '#contract/page-words.ts';
import { services } from '#firm/content/services.ts';
import { pagesFor } from '../page-list.ts';
import { company, home } from './content.ts';

const pages = Object.entries(pagesFor(company)).map(([name, page]) => ({ name, ...page }));
export const pagesInNavigation = pages.filter((page) => page.inNavigation);

const firstInFooter = services.filter(({ isFirstInFooter }) => isFirstInFooter);

export const footer = {
  ...pageWords.footer,
  ...home.footer,
  services: [...new Set([...firstInFooter, ...services])].map((service) => ({
    label: service.short,
    href: `/#${serviceId(service)}`,
  })),
  pages: pages.filter((page) => page.inFooter),
  copyright: fillIn(pageWords.footer.established, { year: company.founded }),
};

export function serviceId({ id }: Pick<Service, 'id'>): string {
  return `service-${id}`;
}
