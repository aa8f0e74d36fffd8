import { companyFrom } from '../contract/company.ts';
import { pagesFor } from '../site/page-list.ts';

/** A page of the built site, as tests and benches come to it. */
export interface TestedPage {
  name: string;
  /** A path at which a visitor sees it; for the page for what is not found, one of nothing. */
  path: string;
  /** The path of the page itself, which is answered with 200. */
  address: string;
  /** Its file in the folder of the built site. */
  file: string;
  /** Whether search engines may list it. */
  indexed: boolean;
  /** Whether it has the contact form, and with it an island of React. */
  hasForm: boolean;
}

/** Every page of the site. */
export const pages: TestedPage[] = Object.entries(pagesFor(companyFrom({}))).map(
  ([name, { path, indexed }]) => {
    const common = { name, indexed, hasForm: name === 'home' };
    return name === 'not-found'
      ? { ...common, path: '/no-such-page', address: '/404.html', file: '404.html' }
      : { ...common, path, address: path, file: `${path.slice(1)}/index.html`.replace(/^\//, '') };
  },
);

/** Where visitors see them. */
export const paths = pages.map(({ path }) => path);

/** Where each is answered with 200. */
export const addresses = pages.map(({ address }) => address);

/** Those that search engines may list. */
export const indexedPaths = pages.filter(({ indexed }) => indexed).map(({ path }) => path);
