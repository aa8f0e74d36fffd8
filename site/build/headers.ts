import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hstsOfSubdomains, securityHeaders } from '../../contract/security-headers.ts';
import type { SiteSettings } from '../../contract/site-settings.ts';
import { listFiles } from './built-files.ts';
import { inlineScript } from './finish-page.ts';

/** The folder beside the built site with headers for servers that do not read `_headers`. */
export function headersFolder(dist: string): string {
  return `${dist.replace(/\/$/, '')}-headers`;
}

/**
 * Writes the headers that a web server has to send: `_headers` into the site, and `headers.json`,
 * `headers.caddy` and `headers.nginx.conf` into `headersFolder`. For nginx, deploy/nginx/site.conf
 * sets the caching headers instead.
 */
export async function writeHeaders(dist: string, settings: SiteSettings): Promise<void> {
  const files = await listFiles(dist);
  const pages = files.filter((file) => file.endsWith('.html'));
  const html = await Promise.all(pages.map((page) => readFile(join(dist, page), 'utf8')));
  const rules: HeaderRules = {
    everywhere: {
      ...securityHeaders,
      ...(settings.includeSubDomains ? hstsOfSubdomains : {}),
      'Content-Security-Policy': contentSecurityPolicy(html, settings),
    },
    immutable: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    immutableFolders: ['/assets/', '/fonts/'],
  };
  const folder = headersFolder(dist);
  await mkdir(folder, { recursive: true });
  await writeFile(join(dist, '_headers'), netlifyHeaders(rules, files));
  await writeFile(join(folder, 'headers.json'), `${JSON.stringify(rules, null, 2)}\n`);
  await writeFile(join(folder, 'headers.caddy'), caddyHeaders(rules));
  await writeFile(join(folder, 'headers.nginx.conf'), nginxHeaders(rules));
}

interface HeaderRules {
  everywhere: Record<string, string>;
  /** Additional headers for files whose names contain a hash of their content. */
  immutable: Record<string, string>;
  /** The folders of those files, such as `/assets/`. */
  immutableFolders: string[];
}

function lines(
  headers: Record<string, string>,
  write: (name: string, value: string) => string,
): string[] {
  return Object.entries(headers).map(([name, value]) => `${write(name, value)}\n`);
}

/**
 * The content of `_headers` for Netlify and Cloudflare Pages. They apply it to the not-found page
 * too, so each cacheable file is listed instead of its folder.
 */
function netlifyHeaders(
  { everywhere, immutable, immutableFolders }: HeaderRules,
  files: string[],
): string {
  const block = (path: string, headers: Record<string, string>) =>
    [`${path}\n`, ...lines(headers, (name, value) => `  ${name}: ${value}`)].join('');
  const paths = files.map((file) => `/${file}`).sort();
  const kept = paths.filter((path) => immutableFolders.some((folder) => path.startsWith(folder)));
  return [block('/*', everywhere), ...kept.map((path) => block(path, immutable))].join('\n');
}

/** A snippet for Caddy, to `import` in the block of the site. */
function caddyHeaders({ everywhere, immutable, immutableFolders }: HeaderRules): string {
  const paths = immutableFolders.map((folder) => `${folder}*`).join(' ');
  return [
    'header {\n',
    ...lines(everywhere, (name, value) => `\t${name} "${value}"`),
    '\t-Server\n}\n',
    `@immutable path ${paths}\n`,
    ...lines(immutable, (name, value) => `header @immutable ${name} "${value}"`),
    `@revalidated not path ${paths}\n`,
    'header @revalidated Cache-Control "no-cache"\n',
  ].join('');
}

/** A snippet for nginx, to `include` in every location that serves the site. */
function nginxHeaders({ everywhere }: HeaderRules): string {
  return lines(everywhere, (name, value) => `add_header ${name} "${value}" always;`).join('');
}

function contentSecurityPolicy(
  pages: string[],
  { apiOrigin, scriptSources, connectSources }: SiteSettings,
): string {
  const own = apiOrigin ? `'self' ${apiOrigin}` : `'self'`;
  return [
    `default-src 'none'`,
    // 'self' allows the islands, which the inline script imports.
    `script-src 'self' ${hashes(pages, inlineScript)} ${scriptSources}`.trim(),
    // 'self' allows the stylesheets with the deferred rules.
    `style-src 'self' ${hashes(pages, inlineStyle)}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `connect-src ${own} ${connectSources}`.trim(),
    `form-action ${own}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/**
 * Puts the policy into a page of the development server. The policy then also allows the styles
 * that the server inserts, and the WebSocket that tells the page about changes.
 */
export function withPolicy(html: string, settings: SiteSettings): string {
  const policy = contentSecurityPolicy([html], settings)
    .replace(/style-src [^;]*/, `style-src 'self' 'unsafe-inline'`)
    .replace('connect-src', '$& ws:')
    // A `meta` element must not contain this directive.
    .replace(/; frame-ancestors.*$/, '');
  return html.replace(
    '<head>',
    () => `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g;

function hashes(pages: string[], pattern: RegExp): string {
  const contents = pages.flatMap((html) =>
    [...html.matchAll(pattern)].map(([, code = '']) => code),
  );
  return [...new Set(contents)]
    .map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    .join(' ');
}
