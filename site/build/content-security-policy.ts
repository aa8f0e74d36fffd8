import { createHash } from 'node:crypto';

import { inlineScript } from './inline-script.ts';

export interface PolicyOptions {
  /** The contents of every inline script of every page. */
  scripts: Iterable<string>;
  /** The contents of every inline style of every page. */
  styles: Iterable<string>;
  /** Where the form may be sent besides the site's own origin. */
  apiOrigin?: string | undefined;
}

/** The one policy of all pages and files of the site, with the hashes of what the pages have inline. */
export function contentSecurityPolicy({ scripts, styles, apiOrigin }: PolicyOptions): string {
  const own = apiOrigin ? `'self' ${apiOrigin}` : `'self'`;
  return [
    `default-src 'none'`,
    // 'self' for the islands, which the inline script imports.
    `script-src ${[`'self'`, ...hashes(scripts)].join(' ')}`,
    `style-src ${hashes(styles).join(' ')}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `connect-src ${own}`,
    `form-action ${own}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The contents of the inline scripts of a page. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(inlineScript)].map(([, code]) => code ?? '');
}

/** The contents of the inline styles of a page, in the order in which they stand. */
export function inlineStyles(html: string): string[] {
  return [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css ?? '');
}

function hashes(texts: Iterable<string>): string[] {
  return [...new Set(texts)].map(hash);
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
