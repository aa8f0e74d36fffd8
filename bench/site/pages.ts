import { addresses } from '../../testing/pages.ts';

/** The address of each page of the site, which names its figures too. */
export const pages = addresses;
export type PagePath = string;

/** What serves the same words and styles in three ways. */
export const variants = ['shipped', 'plain', 'stock'] as const;
export type Variant = (typeof variants)[number];

/** A router in the browser would not know its own page under the name of a file. */
export function addressOf(site: string, variant: Variant, page: PagePath): string {
  return `${site}${variant === 'stock' && page === '/404.html' ? '/404/' : page}`;
}
