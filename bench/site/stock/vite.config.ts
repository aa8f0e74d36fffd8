import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { pageSettings } from '../../../contract/site-settings.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../../firm/public', import.meta.url)),
  envPrefix: pageSettings,
  plugins: [react()],
  build: { outDir: process.env.SITE_OUT_DIR ?? '', emptyOutDir: true },
  ssgOptions: { entry: 'main.tsx', dirStyle: 'nested' },
});
