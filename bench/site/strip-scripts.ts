import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { precompressAll } from '../../site/build/precompress.ts';

const files = ['index.html', 'terms/index.html', 'paia/index.html', '404.html'];

/**
 * Makes the floor: the pages that somebody would write by hand, with the same words and styles,
 * and nothing that only a script needs.
 */
export async function stripScripts(site: string, folder: string): Promise<void> {
  await cp(site, folder, { recursive: true });
  await rm(join(folder, 'assets'), { recursive: true, force: true });
  for (const name of files) {
    const file = join(folder, name);
    await writeFile(file, stripPage(await readFile(file, 'utf8')));
  }
  await precompressAll(folder);
}

/** A page without scripts and without the marks by which they find their way. */
export function stripPage(html: string): string {
  return html
    .replace(/<script\b(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/ data-(?:island|props)="[^"]*"/g, '');
}
