import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Company } from '#contract/company.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { palettes } from '#design/tokens.ts';
import { pagesFor } from '../page-list.ts';

export async function writeSiteFiles(dist: string, company: Company): Promise<void> {
  const { siteUrl } = company;
  const indexed = Object.values(pagesFor(company)).filter((page) => page.indexed);
  const files = {
    'robots.txt': `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
    'sitemap.xml': sitemapXml(indexed.map(({ path }) => siteUrl + path)),
    'site.webmanifest': webManifest(company),
    '.well-known/security.txt': securityTxt(company, new Date()),
  };
  await mkdir(join(dist, '.well-known'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(dist, name), text);
}

/** security.txt (RFC 9116), which expires in less than a year, because a site may be abandoned. */
export function securityTxt(
  { informationOfficer }: Pick<Company, 'informationOfficer'>,
  builtAt: Date,
): string {
  const expires = new Date(builtAt);
  expires.setUTCHours(0, 0, 0, 0);
  expires.setUTCDate(expires.getUTCDate() + 360);
  return [
    `Contact: mailto:${informationOfficer.email}\n`,
    `Expires: ${expires.toISOString()}\n`,
    'Preferred-Languages: en\n',
  ].join('');
}

export function sitemapXml(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `  <url><loc>${escapeHtml(address)}</loc></url>\n`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    ...entries,
    '</urlset>\n',
  ].join('');
}

export function webManifest({ name }: Company): string {
  const icons = [192, 512].map((side) => ({
    src: `/icon-${side}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose: 'any maskable',
  }));
  const { paper: background_color, primary: theme_color } = palettes.light;
  const start = { start_url: '/', display: 'browser' };
  return JSON.stringify({ name, short_name: name, ...start, background_color, theme_color, icons });
}
