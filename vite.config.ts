import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

import { companyFrom } from '#contract/company.ts';
import { securityHeaders } from '#contract/security-headers.ts';
import { pageSettings, siteEnv, siteSettingsFrom } from '#contract/site-settings.ts';
import { firm } from '#firm/firm.ts';
import { islandAddresses } from './site/build/island-addresses.ts';
import { finishSite } from './site/build/finish-site.ts';
import { findStaleDocuments } from './site/build/documents.ts';
import { findPlaceholders } from './site/build/placeholders.ts';

const repository = fileURLToPath(new URL('.', import.meta.url));
// SITE_OUT_DIR is relative to the repository. It lets a second build write to another folder.
const outDir = fileURLToPath(new URL(process.env.SITE_OUT_DIR ?? 'dist', import.meta.url));
const site = fileURLToPath(new URL('./site', import.meta.url));

function readEnv(mode: string): Record<string, string> {
  return loadEnv(mode, repository, Object.keys(siteEnv.shape));
}

export default defineConfig(({ mode }) => ({
  root: site,
  publicDir: `${repository}firm/public`,
  appType: 'mpa',
  envDir: repository,
  envPrefix: pageSettings,
  plugins: [react(), islandAddresses()],
  oxc: {
    plugins: {
      // These options make class names, and so the pages and their CSP, depend only on the sources.
      styledComponents: {
        ssr: true,
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
  },
  server: { headers: securityHeaders },
  ssgOptions: {
    entry: `${site}/main.tsx`,
    dirStyle: 'nested',
    beastiesOptions: false,
    async onFinished(dist) {
      const env = readEnv(mode);
      const settings = siteSettingsFrom(env);
      const company = companyFrom(firm, env);
      for (const mistake of [
        ...findPlaceholders(firm, company.siteUrl),
        ...findStaleDocuments(company),
      ])
        console.warn(`firm/: ${mistake}`);
      await finishSite(dist, company, settings);
    },
  },
}));
