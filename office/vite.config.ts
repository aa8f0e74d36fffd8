import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import sharp from 'sharp';
import { defineConfig, type Plugin } from 'vite';

import { iconMarkup } from '#design/mark.ts';
import { palettes } from '#design/tokens.ts';
import { firstFonts, fontFaces } from '#design/typefaces.ts';

const outDir = fileURLToPath(new URL('../build/office-pages', import.meta.url));

const libraries =
  /node_modules\/(@remix-run|@tanstack|react|react-dom|react-router|react-router-dom|scheduler|styled-components|stylis)\//;

/** Builds the pages of the enquiries desk, which `office/server` serves. */
export default defineConfig({
  root: fileURLToPath(new URL('./shell', import.meta.url)),
  base: '/ops/',
  // Includes the fonts, because the desk can have its own origin, without the public site.
  publicDir: fileURLToPath(new URL('../firm/public', import.meta.url)),
  plugins: [react(), fonts(), manifest(), compress()],
  oxc: {
    plugins: {
      styledComponents: {
        ssr: false,
        displayName: false,
        fileName: false,
        pure: true,
        minify: true,
      },
    },
  },
  build: {
    outDir,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // In one file the libraries are smaller, and stay in the browser's cache after an update.
      output: { codeSplitting: { groups: [{ name: 'libraries', test: libraries }] } },
    },
  },
});

const { light, dark } = palettes;
// Inlined, because the desk can have its own origin, without the site's icon file.
const icon = `data:image/svg+xml,${encodeURIComponent(iconMarkup({ corner: 6, inset: 3 }))}`;

/** Links a stylesheet with the typefaces, which are served from the desk's own path. */
function fonts(): Plugin {
  const source = fontFaces.map(String).join('').replaceAll('/fonts/', '/ops/fonts/');
  const version = createHash('sha256').update(source).digest('hex').slice(0, 8);
  const fileName = `assets/fonts-${version}.css`;
  return {
    name: 'fonts',
    apply: 'build',
    transformIndexHtml: () => [
      ...firstFonts.map((address) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', crossorigin: true, href: `/ops${address}` },
      })),
      { tag: 'link', attrs: { rel: 'stylesheet', href: `/ops/${fileName}` } },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Makes the enquiries desk installable as an app. The server inserts the firm's name. */
function manifest(): Plugin {
  // Phones round the corners themselves, and can crop a tenth of the icon on every side.
  const tile = Buffer.from(iconMarkup({ corner: 0, inset: 5 }));
  const metaOf = (scheme: string, content: string) => ({
    tag: 'meta',
    attrs: { name: 'theme-color', content, media: `(prefers-color-scheme: ${scheme})` },
  });
  return {
    name: 'manifest',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'icon', href: icon } },
      { tag: 'link', attrs: { rel: 'manifest', href: '/ops/manifest.webmanifest' } },
      metaOf('light', light.paper),
      metaOf('dark', dark.paper),
    ],
    async generateBundle() {
      const icons = [192, 512].map(async (side) => {
        const source = await sharp(tile, { density: (72 * side) / 32 })
          .resize(side)
          .png()
          .toBuffer();
        const file = this.emitFile({ type: 'asset', name: `icon-${side}.png`, source });
        const src = `/ops/${this.getFileName(file)}`;
        return { src, sizes: `${side}x${side}`, type: 'image/png', purpose: 'any maskable' };
      });
      const source = JSON.stringify({
        id: '/ops/',
        name: 'Enquiries – {company}',
        short_name: 'Enquiries',
        lang: 'en-ZA',
        scope: '/ops/',
        start_url: '/ops/',
        display: 'standalone',
        background_color: light.paper,
        theme_color: light.paper,
        icons: await Promise.all(icons),
      });
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source });
    },
  };
}

/** Compresses each script, stylesheet and SVG file. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle() {
      const assets = join(outDir, 'assets');
      for (const file of await readdir(assets)) {
        if (!/\.(js|css|svg)$/.test(file)) continue;
        const content = await readFile(join(assets, file));
        await writeFile(join(assets, `${file}.br`), brotliCompressSync(content));
        await writeFile(join(assets, `${file}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}
