import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { escapeHtml } from '#contract/escape-html.ts';
import { fillIn } from '#contract/fill-in.ts';
import { drawPng } from '#design/draw-png.ts';
import { iconMarkup } from '#design/mark.ts';
import { palettes } from '#design/tokens.ts';
import { firstFonts } from '#design/typefaces.ts';
import { firm } from '#firm/firm.ts';

export default defineConfig({
  root: fileURLToPath(new URL('./shell', import.meta.url)),
  base: '/ops/',
  // Includes the fonts, because the desk can have its own origin, without the public site.
  publicDir: fileURLToPath(new URL('../firm/public', import.meta.url)),
  plugins: [react(), completeHead(), compressScripts()],
  build: {
    outDir: fileURLToPath(new URL('../build/office-pages', import.meta.url)),
    emptyOutDir: true,
  },
});

const colors = { light: palettes.light.paper, dark: palettes.dark.paper };
// Inlined, because the desk can have its own origin, without the site's icon file.
const icon = `data:image/svg+xml,${encodeURIComponent(iconMarkup({ corner: 6, inset: 3 }))}`;

/** Adds the firm's name, the fonts, the icon, and the manifest that makes the desk installable. */
function completeHead(): Plugin {
  // Phones round the corners themselves, and can crop a tenth of the icon on every side.
  const tile = iconMarkup({ corner: 0, inset: 5 });
  return {
    name: 'complete-head',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => ({
        html: fillIn(html, { ...colors, icon, company: escapeHtml(firm.name) }),
        tags: firstFonts.map((address) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', crossorigin: true, href: `/ops${address}` },
        })),
      }),
    },
    generateBundle() {
      const icons = [192, 512].map((side) => {
        const source = drawPng(tile, side);
        const file = this.emitFile({ type: 'asset', name: `icon-${side}.png`, source });
        const src = `/ops/${this.getFileName(file)}`;
        return { src, sizes: `${side}x${side}`, type: 'image/png', purpose: 'any maskable' };
      });
      const source = JSON.stringify({
        id: '/ops/',
        name: `Enquiries – ${firm.name}`,
        short_name: 'Enquiries',
        lang: 'en-ZA',
        scope: '/ops/',
        start_url: '/ops/',
        display: 'standalone',
        background_color: colors.light,
        theme_color: colors.light,
        icons,
      });
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source });
    },
  };
}

/** Compresses the scripts as far as possible; the server compresses everything else. */
function compressScripts(): Plugin {
  return {
    name: 'compress-scripts',
    async writeBundle({ dir = '' }, files) {
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk') continue;
        await writeFile(join(dir, `${file.fileName}.br`), brotliCompressSync(file.code));
      }
    },
  };
}
