import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Company } from '../../contract/company.ts';
import { escapeXml } from '../../design/escape-xml.ts';
import { palettes } from '../../design/tokens.ts';
import { pagesFor } from '../page-list.ts';

/** Writes what crawlers and browsers look for beside the pages of a built site. */
export async function writeSiteFiles(dist: string, company: Company): Promise<void> {
  const indexed = Object.values(pagesFor(company)).filter((page) => page.indexed);
  const addresses = indexed.map(({ path }) => company.siteUrl + path);
  await writeFile(join(dist, 'robots.txt'), robotsTxt(company));
  await writeFile(join(dist, 'sitemap.xml'), sitemapXml(addresses));
  await writeFile(join(dist, 'site.webmanifest'), webManifest(company));
}

/** Everything may be read except the API, which has nothing to show. */
export function robotsTxt({ siteUrl }: Company): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

export function sitemapXml(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `  <url><loc>${escapeXml(address)}</loc></url>\n`);
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
    theme_color: palettes.light.teal,
    icons,
  });
}
