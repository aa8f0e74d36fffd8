import type { Company } from '../contract/company.ts';
import { slot, type TemplateName } from '../contract/page-templates.ts';

interface Page {
  path: string;
  title: string;
  /** Empty for a page that has no address of its own to be found at. */
  description: string;
  /** Whether search engines may list the page, and the sitemap does. */
  indexed: boolean;
}

export type PageName = keyof ReturnType<typeof pagesFor>;
export type AnyPageName = PageName | TemplateName;

/** Every page of the site. Routes, sitemap, tests and benches take them from here. */
export function pagesFor({ name, address, founded }: Company) {
  return {
    home: {
      path: '/',
      title: `${name} | Operational Support for Membership-Based Institutions`,
      description: `Association management in ${address.suburb} since ${founded}: secretariat, finance, members, events and systems for professional bodies.`,
      indexed: true,
    },
    paia: {
      path: '/paia',
      title: `PAIA Manual & POPI Act | ${name}`,
      description:
        'How we protect membership records, what happens to an enquiry you send us, and how to request, correct or delete information.',
      indexed: true,
    },
    terms: {
      path: '/terms',
      title: `Terms and Conditions of Service | ${name}`,
      description:
        'What we undertake for client associations, what we ask of them, and how fees, confidentiality and termination work.',
      indexed: true,
    },
    'not-found': {
      // A path with a star would never be rendered; the build moves this page to /404.html.
      path: '/404',
      title: `404 Page Not Found | ${name}`,
      description: 'We could not find that page.',
      indexed: false,
    },
  } satisfies Record<string, Page>;
}

/** The pages that the API fills in. The build puts them where no web server looks for pages. */
export function templatePagesFor({ name }: Pick<Company, 'name'>) {
  return {
    receipt: templatePage('receipt', `Message Sent Successfully | ${name}`),
    refusal: templatePage('refusal', `Error: ${slot('title')} | ${name}`),
    notice: templatePage('notice', `${slot('title')} | ${name}`),
  } satisfies Record<TemplateName, Page>;
}

function templatePage(template: TemplateName, title: string): Page {
  return { path: templatePath(template), title, description: '', indexed: false };
}

/** Where the generator renders a template, and the development server shows it. */
export function templatePath(template: TemplateName): string {
  return `/templates/${template}`;
}
