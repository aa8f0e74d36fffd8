import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { islandAddresses } from '../../site/build/island-addresses.ts';

/** What `vite build` makes of the same browser code, with no page rendered or finished. */
export default defineConfig({
  root: fileURLToPath(new URL('../../site', import.meta.url)),
  plugins: [react(), islandAddresses()],
  build: { emptyOutDir: true, outDir: process.env.SITE_OUT_DIR ?? '' },
});
