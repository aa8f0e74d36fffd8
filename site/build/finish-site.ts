import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Company } from '../../contract/company.ts';
import type { SiteSettings } from '../../contract/site-settings.ts';
import { firstFonts } from '../../design/first-fonts.ts';
import { listFiles, precompressAll } from './built-files.ts';
import { deferRules } from './deferred-rules.ts';
import { writeDocuments } from './documents/write-documents.ts';
import { finishPage } from './finish-page.ts';
import { writeHeaders } from './headers.ts';
import { renderImages } from './images.ts';
import { writeSiteFiles } from './site-files.ts';

/** Turns the generator's output in `dist/` into the files to serve. */
export async function finishSite(
  dist: string,
  options: { company: Company; addressIsKnown: boolean; settings: SiteSettings },
): Promise<void> {
  const { company, settings } = options;
  await finishPages(dist);
  await renderImages(dist, company);
  await writeSiteFiles(dist, options);
  await writeHeaders(dist, settings);
  // Compression runs on other threads while the main thread renders the PDFs.
  await Promise.all([precompressAll(dist), writeDocuments(company, dist)]);
}

/** Finishes every page, and removes files of the generator that are never requested. */
export async function finishPages(dist: string): Promise<void> {
  await rename(join(dist, '404/index.html'), join(dist, '404.html'));
  const files = await listFiles(dist);
  const assets = await readAssets(dist, files.filter(isWrittenOut));
  const pages = await readAssets(
    dist,
    files.filter((name) => name.endsWith('.html')),
  );
  const withFirstFonts = await firstFonts(dist, [...pages.values()]);
  for (const [address, html] of pages) {
    const finished = finishPage(withFirstFonts(html), { assets });
    // Templates keep all their rules, because the API can run without the site's files.
    const { html: page, stylesheet } = address.startsWith('/templates/')
      ? { html: finished }
      : deferRules(finished);
    await writeFile(join(dist, address), page);
    if (stylesheet) await writeFile(join(dist, stylesheet.path), stylesheet.css);
  }
  const isRecord = (file: string) => file.startsWith('static-loader-data-manifest-');
  const leftovers = files.filter((file) => isRecord(file) || isWrittenOut(file));
  for (const leftover of ['404', '.vite', 'static-loader-data', ...leftovers]) {
    await rm(join(dist, leftover), { recursive: true, force: true });
  }
}

/**
 * Whether a file is inlined into the pages: a stylesheet, or the script that the generator names
 * `app`. Other scripts are islands.
 */
function isWrittenOut(file: string): boolean {
  return /^assets\/(?:[^/]+\.css|app-[^/]+\.js)$/.test(file);
}

async function readAssets(dist: string, files: string[]): Promise<Map<string, string>> {
  const assets = new Map<string, string>();
  for (const file of files) assets.set(`/${file}`, await readFile(join(dist, file), 'utf8'));
  return assets;
}
