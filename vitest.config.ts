import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    // They wait for processes more than they compute: even one core is busy with two at a time.
    maxWorkers: 2,
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
          testTimeout: 30_000,
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
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
