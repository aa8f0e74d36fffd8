import type { Company } from '../contract/company.ts';

interface Page {
  path: string;
  title: string;
  description: string;
  /** Whether search engines may list the page, and the sitemap does. */
  indexed: boolean;
}

export type PageName = keyof ReturnType<typeof pagesFor>;

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
      description: 'There is no page at this address.',
      indexed: false,
    },
  } satisfies Record<string, Page>;
}
