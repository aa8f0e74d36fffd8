import type { Company } from '../contract/company.ts';
import { slot, type TemplateName } from '../contract/page-templates.ts';
import { formWords } from '../contract/words.ts';
import { homeFor } from '../firm/content/home.ts';
import { paiaFor } from '../firm/content/paia.ts';
import { termsFor } from '../firm/content/terms.ts';

interface Page {
  path: string;
  title: string;
  /** Empty for a page without a public URL. */
  description: string;
  /** Whether the page is indexed and in the sitemap. */
  indexed: boolean;
}

export type PageName = keyof ReturnType<typeof pagesFor>;
export type AnyPageName = PageName | TemplateName;

/** Every page of the site, for routes, sitemap, tests and benchmarks. */
export function pagesFor(company: Company) {
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
    },
    terms: {
      path: '/terms',
      title: `${terms.title} | ${name}`,
      description: terms.description,
      indexed: true,
    },
    'not-found': {
      // The generator does not render wildcard paths; the build moves this page to /404.html.
      path: '/404',
      title: `404 Page Not Found | ${name}`,
      description: 'We could not find that page.',
      indexed: false,
    },
  } satisfies Record<string, Page>;
}

/** The templates that the API fills in. The build moves them out of the site's folder. */
export function templatePagesFor({ name }: Pick<Company, 'name'>) {
  return {
    receipt: templatePage('receipt', `${formWords.success.title} | ${name}`),
    refusal: templatePage('refusal', `${formWords.failure.title}: ${slot('title')} | ${name}`),
    notice: templatePage('notice', `${slot('title')} | ${name}`),
  } satisfies Record<TemplateName, Page>;
}

function templatePage(template: TemplateName, title: string): Page {
  return { path: templatePath(template), title, description: '', indexed: false };
}

/** The path of a template in the generator and the development server. */
export function templatePath(template: TemplateName): string {
  return `/templates/${template}`;
}
