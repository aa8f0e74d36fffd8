import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { securityHeaders } from '../../contract/security-headers.ts';
import { contentSecurityPolicy, inlineScripts, inlineStyles } from './content-security-policy.ts';
import { caddyHeaders, netlifyHeaders, nginxHeaders, type HeaderRules } from './header-files.ts';
import { listFiles } from './list-files.ts';

/** The folder, beside the built site, of the headers for servers that do not read `_headers`. */
export function headersFolder(dist: string): string {
  return `${dist.replace(/\/$/, '')}-headers`;
}

/**
 * Writes what a web server has to say with each file: `_headers` into the site, and beside it
 * `headers.json`, `headers.caddy` and `headers.nginx.conf`, all from the same rules.
 */
export async function writeHeaders(
  dist: string,
  { apiOrigin }: { apiOrigin?: string | undefined },
): Promise<void> {
  const pages = (await listFiles(dist)).filter((file) => file.endsWith('.html'));
  const html = await Promise.all(pages.map((page) => readFile(join(dist, page), 'utf8')));
  const rules: HeaderRules = {
    everywhere: {
      ...securityHeaders,
      'Content-Security-Policy': contentSecurityPolicy({
        scripts: html.flatMap(inlineScripts),
        styles: html.flatMap(inlineStyles),
        apiOrigin,
      }),
    },
    immutable: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    immutableFolders: ['/assets/', '/fonts/'],
  };
  const folder = headersFolder(dist);
  await mkdir(folder, { recursive: true });
  await writeFile(join(dist, '_headers'), netlifyHeaders(rules));
  await writeFile(join(folder, 'headers.json'), `${JSON.stringify(rules, null, 2)}\n`);
  await writeFile(join(folder, 'headers.caddy'), caddyHeaders(rules));
  await writeFile(join(folder, 'headers.nginx.conf'), nginxHeaders(rules));
}
