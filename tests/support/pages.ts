import { companyFrom } from '#contract/company.ts';
import { firm } from '#firm/firm.ts';
import { pagesFor } from '../../site/page-list.ts';

export const company = companyFrom(firm);

/**
 * The pages of the built site: `path` is for visitors, and for the not-found page one that does not
 * exist; `address` is served with status 200; search engines may list `indexed` pages.
 */
export const pages = Object.entries(pagesFor(company)).map(([name, { path, indexed }]) =>
  name === 'not-found'
    ? { name, indexed, path: '/no-such-page', address: '/404.html' }
    : { name, indexed, path, address: path },
);

export const paths = pages.map(({ path }) => path);

export const addresses = pages.map(({ address }) => address);

export const indexedPaths = pages.filter(({ indexed }) => indexed).map(({ path }) => path);
