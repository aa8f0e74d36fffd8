import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Company } from '#contract/company.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { finishPage } from './finish-page.ts';
import { writeHeaders } from './headers.ts';
import { renderImages } from './images.ts';
import { writeSiteFiles } from './site-files.ts';

export async function finishSite(
  dist: string,
  company: Company,
  settings: SiteSettings,
): Promise<void> {
  const pages = await finishPages(dist);
  await renderImages(dist, company);
  await writeSiteFiles(dist, company);
  await writeHeaders(dist, { settings, pages, files: await listFiles(dist) });
  await compressAll(dist);
}

export async function finishPages(dist: string): Promise<string[]> {
  // The generator does not render paths with wildcards, so the not-found page has a path.
  await rename(join(dist, '404/index.html'), join(dist, '404.html'));
  const files = await listFiles(dist);
  const app = files.find((file) => /^assets\/app-[^/]+\.js$/.test(file));
  if (app === undefined) throw new Error('The site has no script.');
  const script = (await readFile(join(dist, app), 'utf8')).trim();
  if (/<\/script|<!--|["'`]\.{1,2}\/|\bexport\b/.test(script))
    throw new Error('The script in client.ts does not work inline.');
  const pages: string[] = [];
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const { html, deferred } = finishPage(await readFile(join(dist, file), 'utf8'), script);
    await writeFile(join(dist, file), html);
    await writeFile(join(dist, deferred.path), deferred.css);
    pages.push(html);
  }
  const manifest = files.filter((file) => file.startsWith('static-loader-data-manifest-'));
  for (const leftover of ['404', '.vite', 'static-loader-data', app, ...manifest])
    await rm(join(dist, leftover), { recursive: true, force: true });
  return pages;
}

export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

const textFile = /\.(?:html|css|js|svg|txt|webmanifest|xml)$/;

/** Writes a `.br` and a `.gz` beside each text file. */
export async function compressAll(folder: string): Promise<void> {
  const files = (await listFiles(folder)).filter((file) => textFile.test(file));
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name);
      const content = await readFile(file);
      const brotli = promisify(brotliCompress)(content, { params });
      await writeFile(`${file}.br`, await brotli);
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
