import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    // They wait for processes more than they compute: four keep two cores busy, and three with browsers.
    maxWorkers: 4,
    // What one file has loaded the next need not load again, which is half of all the work.
    isolate: false,
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
          include: ['site/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 30_000,
          setupFiles: ['testing/site/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/{api,office,worker,storage,dev,faults,ops,project}/**/*.test.ts'],
          exclude: ['tests/**/*.mocked.test.ts'],
          globalSetup: ['testing/start-stores.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // A module that they put another in the place of must not have been loaded before.
          name: 'mocked',
          include: ['tests/**/*.mocked.test.ts'],
          globalSetup: ['testing/start-stores.ts'],
          environment: 'node',
          isolate: true,
          testTimeout: 60_000,
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
          maxWorkers: 3,
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
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
