import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What `vite build` makes of the same browser code, with no page rendered or finished. */
export default defineConfig({
  root: fileURLToPath(new URL('../../site', import.meta.url)),
  plugins: [react()],
  build: { emptyOutDir: true, outDir: process.env.SITE_OUT_DIR ?? '' },
});
