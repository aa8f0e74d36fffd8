import { dev } from 'vite-react-ssg/node';

import { readDevConfig } from './config.ts';
import { officePaths } from './site-server.ts';

// A program of its own: the command of vite-react-ssg has no way to choose the port.
const { SITE_PORT, API_PORT, OFFICE_PORT } = readDevConfig(process.env);

// The end of whoever started it.
process.once('disconnect', () => process.exit());

await dev(
  {},
  {
    configFile: 'vite.config.ts',
    server: {
      host: '127.0.0.1',
      port: SITE_PORT,
      strictPort: true,
      proxy: {
        [officePaths.source]: `http://127.0.0.1:${OFFICE_PORT}`,
        '^/api(/|$)': `http://127.0.0.1:${API_PORT}`,
      },
    },
  },
);
