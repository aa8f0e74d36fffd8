import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { buildAside, swapIn } from '../build-aside.ts';
import { iconMarkup } from '../design/mark.ts';

const outDir = buildAside(fileURLToPath(new URL('../build/office-pages', import.meta.url)));

/** The pages of the office, which `office/server` serves. */
export default defineConfig({
  root: fileURLToPath(new URL('./shell', import.meta.url)),
  base: '/ops/',
  // Includes the fonts, because the office may have its own origin, without the public site.
  publicDir: fileURLToPath(new URL('../firm/public', import.meta.url)),
  plugins: [react(), icon(), finish()],
  build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});

/** Inlines the icon, because there may be no file for it at the office's own origin. */
function icon(): Plugin {
  const href = `data:image/svg+xml,${encodeURIComponent(iconMarkup({ corner: 6, inset: 3 }))}`;
  return {
    name: 'icon',
    transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'icon', href }, injectTo: 'head' }],
  };
}

/** Compresses each script and stylesheet, then replaces the last build. */
function finish(): Plugin {
  return {
    name: 'finish',
    apply: 'build',
    async writeBundle() {
      const assets = join(outDir, 'assets');
      const files = (await readdir(assets)).filter((file) => /\.(js|css|svg)$/.test(file));
      for (const file of files) {
        const content = await readFile(join(assets, file));
        await writeFile(join(assets, `${file}.br`), brotliCompressSync(content));
        await writeFile(join(assets, `${file}.gz`), gzipSync(content, { level: 9 }));
      }
      swapIn(outDir);
    },
  };
}
