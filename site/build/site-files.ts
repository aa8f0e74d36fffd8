import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Company } from '../../contract/company.ts';
import { escapeHtml } from '../../contract/escape-html.ts';
import { palettes } from '../../design/tokens.ts';
import { pagesFor } from '../page-list.ts';

/**
 * Writes the files that crawlers, browsers and security researchers expect beside the pages.
 * `addressIsKnown` is false if `SITE_URL` is not set; the site's URL is then a placeholder.
 */
export async function writeSiteFiles(
  dist: string,
  { company, addressIsKnown }: { company: Company; addressIsKnown: boolean },
): Promise<void> {
  const indexed = Object.values(pagesFor(company)).filter((page) => page.indexed);
  const addresses = indexed.map(({ path }) => company.siteUrl + path);
  await writeFile(join(dist, 'robots.txt'), robotsTxt(company));
  await writeFile(join(dist, 'sitemap.xml'), sitemapXml(addresses));
  await writeFile(join(dist, 'site.webmanifest'), webManifest(company));
  await mkdir(join(dist, '.well-known'), { recursive: true });
  const securityTxtOf = addressIsKnown ? company : { ...company, siteUrl: undefined };
  await writeFile(join(dist, '.well-known/security.txt'), securityTxt(securityTxtOf, new Date()));
}

/** Allows everything except the API, which has nothing to index. */
export function robotsTxt({ siteUrl }: Company): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

/**
 * The content of security.txt (RFC 9116): the contact for vulnerability reports, to which
 * SECURITY.md refers. It expires in less than a year, as the RFC recommends, because a site may be
 * abandoned.
 */
export function securityTxt(
  {
    informationOfficer,
    siteUrl,
  }: Pick<Company, 'informationOfficer'> & { siteUrl?: string | undefined },
  builtAt: Date,
): string {
  // Rounded down to the day, so that two builds on the same day are identical.
  const expires = new Date(builtAt);
  expires.setUTCHours(0, 0, 0, 0);
  expires.setUTCDate(expires.getUTCDate() + 360);
  return [
    `Contact: mailto:${informationOfficer.email}\n`,
    `Expires: ${expires.toISOString()}\n`,
    'Preferred-Languages: en\n',
    siteUrl === undefined ? '' : `Canonical: ${siteUrl}/.well-known/security.txt\n`,
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
  return JSON.stringify({
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    background_color: palettes.light.paper,
    theme_color: palettes.light.primary,
    icons,
  });
}
