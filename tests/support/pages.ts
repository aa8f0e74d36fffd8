import { companyFrom } from '#contract/company.ts';
import { firm } from '#firm/firm.ts';
import { pagesFor } from '../../site/page-list.ts';

export const company = companyFrom(firm);

/** Visitors use `path`; `address` is answered with status 200. */
export const pages = Object.entries(pagesFor(company)).map(([name, { path, indexed }]) =>
  name === 'not-found'
    ? { name, indexed, path: '/no-such-page', address: '/404.html' }
    : { name, indexed, path, address: path },
);

export const paths = pages.map(({ path }) => path);

export const addresses = pages.map(({ address }) => address);

export const indexedPaths = pages.filter(({ indexed }) => indexed).map(({ path }) => path);
