import { createHash } from 'node:crypto';

export interface PolicyOptions {
  /** The contents of every inline style of every page. */
  styles: Iterable<string>;
  /** Where the form may be sent besides the site's own origin. */
  apiOrigin?: string | undefined;
}

/** The one policy of all pages and files of the site, with the hashes of the pages' styles. */
export function contentSecurityPolicy({ styles, apiOrigin }: PolicyOptions): string {
  const own = apiOrigin ? `'self' ${apiOrigin}` : `'self'`;
  const hashes = new Set([...styles].map(hash));
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src ${[...hashes].join(' ')}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `connect-src ${own}`,
    `form-action ${own}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The contents of the inline styles of a page, in the order in which they stand. */
export function inlineStyles(html: string): string[] {
  return [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css ?? '');
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
