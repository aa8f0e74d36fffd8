import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { compressAll, finishPages, listFiles } from './finish-site.ts';

const page = `<!DOCTYPE html><html><head><meta charset="utf-8">\
<script type="module" crossorigin="" src="/assets/app-x.js"></script></head>\
<body>Sandton</body></html>`;
let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'site-'));
  const files = {
    'index.html': page,
    'terms/index.html': page,
    '404/index.html': page,
    'assets/app-x.js': 'go()',
    'assets/contact-island-x.js': 'export {};',
    'fonts/serif.woff2': 'font',
    '.vite/manifest.json': '{}',
    'static-loader-data/index.x.json': '{}',
    'static-loader-data-manifest-x.json': '{}',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), content);
  }
  await finishPages(dist);
});

afterEach(async () => {
  await rm(dist, { recursive: true });
});

it('leaves only served files in dist, with 404.html where servers expect it', async () => {
  const files = await listFiles(dist);
  expect(files.sort()).toEqual([
    '404.html',
    'assets/contact-island-x.js',
    expect.stringMatching(/^assets\/deferred-.*\.css$/),
    'fonts/serif.woff2',
    'index.html',
    'terms/index.html',
  ]);
});

it('compresses text files only', async () => {
  await compressAll(dist);
  const html = await readFile(join(dist, 'terms/index.html'));
  expect(brotliDecompressSync(await readFile(join(dist, 'terms/index.html.br')))).toEqual(html);
  expect(gunzipSync(await readFile(join(dist, 'terms/index.html.gz')))).toEqual(html);
  expect(await readdir(join(dist, 'assets'))).toContain('contact-island-x.js.br');
  expect(await readdir(join(dist, 'fonts'))).toEqual(['serif.woff2']);
});
