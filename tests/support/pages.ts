import { companyFrom } from '#contract/company.ts';
import { firm } from '#firm/firm.ts';
import { pagesFor } from '../../site/page-list.ts';

export const company = companyFrom(firm);

/** A page of the built site, for tests and benchmarks. */
export interface TestedPage {
  name: string;
  /** The path for visitors; for the not-found page, a path that does not exist. */
  path: string;
  /** The path at which the page is served with status 200. */
  address: string;
  /** Its file in the folder of the built site. */
  file: string;
  /** Whether search engines may list it. */
  indexed: boolean;
  /** Whether it has the contact form, which is a React island. */
  hasForm: boolean;
}

export const pages: TestedPage[] = Object.entries(pagesFor(company)).map(
  ([name, { path, indexed }]) => {
    const common = { name, indexed, hasForm: name === 'home' };
    return name === 'not-found'
      ? { ...common, path: '/no-such-page', address: '/404.html', file: '404.html' }
      : { ...common, path, address: path, file: `${path.slice(1)}/index.html`.replace(/^\//, '') };
  },
);

export const paths = pages.map(({ path }) => path);

export const addresses = pages.map(({ address }) => address);

export const indexedPaths = pages.filter(({ indexed }) => indexed).map(({ path }) => path);
