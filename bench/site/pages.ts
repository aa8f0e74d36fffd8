/** Each page of the site, with a name for its figures. */
export const pages = ['/', '/terms/', '/paia/', '/404.html'] as const;
export type PagePath = (typeof pages)[number];

/** What serves the same words and styles in three ways. */
export const variants = ['shipped', 'plain', 'stock'] as const;
export type Variant = (typeof variants)[number];

/** A router in the browser would not know its own page under the name of a file. */
export function addressOf(site: string, variant: Variant, page: PagePath): string {
  return `${site}${variant === 'stock' && page === '/404.html' ? '/404/' : page}`;
}
