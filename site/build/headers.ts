import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hstsOfSubdomains, securityHeaders } from '#contract/security-headers.ts';
import type { SiteSettings } from '#contract/site-settings.ts';

const immutable = 'public, max-age=31536000, immutable';
/** The folders of files whose names contain a hash of their content. */
const immutableFolders = ['/assets/', '/fonts/'];

interface Built {
  settings: SiteSettings;
  pages: string[];
  files: string[];
}

/** Writes `_headers` for Netlify and Cloudflare Pages, and two files beside the site. */
export async function writeHeaders(dist: string, { settings, pages, files }: Built): Promise<void> {
  const everywhere = {
    ...securityHeaders,
    ...(settings.includeSubDomains ? hstsOfSubdomains : {}),
    'Content-Security-Policy': contentSecurityPolicy(pages, settings),
  };
  const rules = { everywhere, immutable: { 'Cache-Control': immutable }, immutableFolders };
  const folder = `${dist}-headers`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(dist, '_headers'), netlifyHeaders(everywhere, files));
  await writeFile(join(folder, 'headers.caddy'), caddyHeaders(everywhere));
  await writeFile(join(folder, 'headers.json'), `${JSON.stringify(rules, null, 2)}\n`);
}

type Headers = Record<string, string>;

/** Lists each cacheable file, because these hosts apply the rule of a folder to the 404 page too. */
function netlifyHeaders(everywhere: Headers, files: string[]): string {
  const kept = files
    .map((file) => `/${file}`)
    .filter((path) => immutableFolders.some((folder) => path.startsWith(folder)))
    .sort();
  const blocks = [
    ['/*', everywhere],
    ...kept.map((path) => [path, { 'Cache-Control': immutable }]),
  ];
  return (blocks as [string, Headers][])
    .map(([path, headers]) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
      return [`${path}\n`, ...lines].join('');
    })
    .join('\n');
}

function caddyHeaders(everywhere: Headers): string {
  const paths = immutableFolders.map((folder) => `${folder}*`).join(' ');
  return [
    'header {',
    ...Object.entries(everywhere).map(([name, value]) => `\t${name} "${value}"`),
    '\t-Server\n}',
    `@immutable path ${paths}`,
    `header @immutable Cache-Control "${immutable}"`,
    `@revalidated not path ${paths}`,
    'header @revalidated Cache-Control "no-cache"\n',
  ].join('\n');
}

function contentSecurityPolicy(
  pages: string[],
  { apiOrigin, scriptSources, connectSources }: SiteSettings,
): string {
  const ownSources = apiOrigin ? `'self' ${apiOrigin}` : `'self'`;
  return [
    `default-src 'none'`,
    // 'self' allows the islands, and the stylesheets with the deferred rules.
    `script-src 'self' ${hashes(pages, inlineScript)} ${scriptSources}`.trim(),
    `style-src 'self' ${hashes(pages, inlineStyle)}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `connect-src ${ownSources} ${connectSources}`.trim(),
    `form-action ${ownSources}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

export const inlineScript =
  /<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g;
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g;

function hashes(pages: string[], pattern: RegExp): string {
  const contents = pages.flatMap((html) =>
    Array.from(html.matchAll(pattern), ([, code = '']) => code),
  );
  return [...new Set(contents)]
    .map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    .join(' ');
}
