import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { templateNames } from '../../contract/page-templates.ts';
import { templatePath } from '../page-list.ts';
import { templatePolicy } from './headers.ts';

function templatesFolder(dist: string): string {
  return `${dist.replace(/\/$/, '')}-pages`;
}

interface TemplateOptions {
  siteUrl: string;
  /** Whether the API has a separate origin, which does not serve the site's files. */
  elsewhere: boolean;
}

/**
 * Moves the finished templates out of the site into a folder beside it, which no web server serves,
 * and writes their headers there.
 */
export async function writeTemplates(
  dist: string,
  { siteUrl, elsewhere }: TemplateOptions,
): Promise<void> {
  const folder = templatesFolder(dist);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const pages: string[] = [];
  for (const name of templateNames) {
    const source = join(dist, templatePath(name), 'index.html');
    // The templates' policy blocks the site's script files, so islands could not be loaded.
    const rendered = (await readFile(source, 'utf8')).replace(/ data-island="[^"]*"/g, '');
    const page = elsewhere ? await standAlone(rendered, { dist, siteUrl }) : rendered;
    await writeFile(join(folder, `${name}.html`), page);
    pages.push(page);
  }
  const headers = { 'Content-Security-Policy': templatePolicy(pages) };
  await writeFile(join(folder, 'headers.json'), `${JSON.stringify(headers, null, 2)}\n`);
  await rm(join(dist, 'templates'), { recursive: true });
}

const dataTypes = { woff2: 'font/woff2', svg: 'image/svg+xml' };

/**
 * A page for another origin: its links lead to the site, and its fonts and icon are data URLs,
 * because the site does not share them with other origins.
 */
async function standAlone(
  html: string,
  { dist, siteUrl }: { dist: string; siteUrl: string },
): Promise<string> {
  async function asData(path: string, type: string): Promise<string> {
    const content = await readFile(join(dist, path));
    return `data:${type};base64,${content.toString('base64')}`;
  }
  const icon = await asData('favicon.svg', dataTypes.svg);
  let page = html
    .replace(/<link rel="(?:preload|apple-touch-icon|manifest)"[^>]*>/g, '')
    .replace(/<link rel="icon"[^>]*\.ico"[^>]*>/g, '')
    .replaceAll('href="/favicon.svg"', `href="${icon}"`)
    .replace(/(<a [^>]*href=")\//g, `$1${siteUrl}/`);
  const fonts = new Set(
    Array.from(page.matchAll(/url\('(\/fonts\/[^']+)'\)/g), ([, path = '']) => path),
  );
  for (const font of fonts) page = page.replaceAll(font, await asData(font, dataTypes.woff2));
  return page;
}
