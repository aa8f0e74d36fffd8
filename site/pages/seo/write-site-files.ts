import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Company } from '../../../contract/company.ts';
import { canonicalOf, robotsTxt, sitemapXml, webManifest } from './site-files.ts';

/** Writes what crawlers and browsers look for beside the pages of a built site. */
export async function writeSiteFiles(dist: string, company: Company): Promise<void> {
  const files = await readdir(dist, { recursive: true });
  const pages = files.filter((file) => file.endsWith('.html')).sort((a, b) => a.length - b.length);
  const addresses: string[] = [];
  for (const page of pages) {
    const address = canonicalOf(await readFile(join(dist, page), 'utf8'));
    if (address) addresses.push(address);
  }
  await writeFile(join(dist, 'robots.txt'), robotsTxt(company));
  await writeFile(join(dist, 'sitemap.xml'), sitemapXml(addresses));
  await writeFile(join(dist, 'site.webmanifest'), webManifest(company));
}
