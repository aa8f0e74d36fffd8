import type { Company } from '#contract/company.ts';
import { homeFor } from '#firm/content/home.ts';
import { paiaFor } from '#firm/content/paia.ts';
import { termsFor } from '#firm/content/terms.ts';
import { notSentPage, sentPage } from './content/answers.ts';

interface Page {
  path: string;
  title: string;
  /** Empty for a page that nobody shares. */
  description: string;
  /** Whether the page is indexed and in the sitemap. */
  indexed: boolean;
  /** The label of its link in the navigation, after those to the home page's sections. */
  inNavigation?: string;
  /** The label of its link at the end of every page. */
  inFooter?: string;
}

export type PageName = 'home' | 'paia' | 'terms' | 'sent' | 'not-sent' | 'not-found';

/** Every page of the site, for routes, links, sitemap, tests and benchmarks. */
export function pagesFor(company: Company): Record<PageName, Page> {
  const home = homeFor(company);
  const { name } = company;
  const paia = paiaFor(company);
  const terms = termsFor(company);
  return {
    home: {
      path: '/',
      title: `${name} | ${home.hero.headline}`,
      description: home.description,
      indexed: true,
    },
    paia: {
      path: '/paia',
      title: `${paia.title} | ${name}`,
      description: paia.description,
      indexed: true,
      inFooter: 'POPI & PAIA Acts',
    },
    terms: {
      path: '/terms',
      title: `${terms.title} | ${name}`,
      description: terms.description,
      indexed: true,
      inNavigation: 'Terms & Conditions',
      inFooter: 'Terms & Conditions',
    },
    sent: {
      path: '/sent',
      title: `${sentPage.title} | ${name}`,
      description: '',
      indexed: false,
    },
    'not-sent': {
      path: '/not-sent',
      title: `${notSentPage.title} | ${name}`,
      description: '',
      indexed: false,
    },
    'not-found': {
      // The generator does not render wildcard paths; the build moves this page to /404.html.
      path: '/404',
      title: `404 Page Not Found | ${name}`,
      description: 'We could not find that page.',
      indexed: false,
    },
  };
}
