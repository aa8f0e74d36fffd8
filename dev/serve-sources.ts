import { mergeConfig, type Plugin } from 'vite';
import { dev } from 'vite-react-ssg/node';

import config from '../vite.config.ts';
import { builtSite } from './build-site.ts';
import { readDevSettings } from './settings.ts';
import { officePaths } from './site-server.ts';

// Runs vite-react-ssg through its API, because its command has no option for the port.
const { SITE_PORT, API_PORT, OFFICE_PORT } = readDevSettings(process.env);

// Exits with its parent.
process.once('disconnect', () => process.exit());

/** Reloads a changed page. Vite would not do so, because pages are rendered only on the server. */
const reloadPages: Plugin = {
  name: 'reload-pages',
  enforce: 'post',
  hotUpdate({ modules, server }) {
    const isRendered = this.environment.name === 'ssr' && modules.length > 0;
    if (isRendered) server.environments.client.hot.send({ type: 'full-reload' });
  },
};

const overrides = {
  // Without a config file, Vite does not restart after a change to what vite.config.ts imports.
  configFile: false,
  // The icons exist only in the build.
  publicDir: builtSite,
  plugins: [reloadPages],
  server: {
    host: '127.0.0.1',
    port: SITE_PORT,
    strictPort: true,
    proxy: {
      [officePaths.source]: `http://127.0.0.1:${OFFICE_PORT}`,
      '^/api(/|$)': `http://127.0.0.1:${API_PORT}`,
    },
  },
};
await dev({}, mergeConfig(config({ command: 'serve', mode: 'development' }), overrides));
