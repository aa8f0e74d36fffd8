import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    // They wait for processes more than they compute: three keep two cores busy, and two with browsers.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{contract,platform,storage,api,worker,office,design,dev,bench,testing}/**/*.test.ts',
          ],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: ['{site,design}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['testing/site/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/{api,office,worker,storage,dev,faults,ops,project}/**/*.test.ts'],
          globalSetup: ['testing/start-stores.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journey',
          include: ['tests/journey/**/*.test.ts'],
          globalSetup: ['testing/start-stores.ts', 'testing/build-site.ts'],
          environment: 'node',
          // Inlined so that a test can stand in for the list that its install script downloads.
          server: { deps: { inline: ['@mdn/mdn-http-observatory'] } },
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          globalSetup: ['testing/start-stores.ts', 'testing/build-site.ts'],
          environment: 'node',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
