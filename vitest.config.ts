import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Each worker loads all modules of its files, so having more workers than cores wastes time.
const computing = { maxWorkers: 2, sequence: { groupOrder: 0 } };
// These tests mostly wait for processes, so six workers keep two cores busy.
const waiting = { maxWorkers: 6, sequence: { groupOrder: 1 } };

export default defineConfig({
  plugins: [react()],
  test: {
    // Files share loaded modules, which halves the work.
    isolate: false,
    // Meant only for tests that hang: a busy machine takes ten times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 150_000 } },
    chaiConfig: { truncateThreshold: 0 },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{api,worker,office,dev,site/build,tests/chaos,tests/support}/**/*.test.ts',
            'packages/**/*.test.ts',
          ],
          exclude: ['packages/*/tests/**'],
          environment: 'node',
          ...computing,
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          ...computing,
          include: ['site/**/*.test.{ts,tsx}'],
          exclude: ['site/build/**'],
          environment: 'jsdom',
          setupFiles: ['tests/support/site/setup.ts'],
        },
      },
      {
        extends: true,
        resolve: {
          alias: [
            {
              find: /^#firm\//,
              replacement: fileURLToPath(new URL('./tests/support/firms/karoo/', import.meta.url)),
            },
          ],
        },
        test: {
          name: 'second-firm',
          ...computing,
          include: ['tests/firms/*.test.tsx'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{tests,packages/*/tests}/**/*.test.ts'],
          exclude: ['tests/{chaos,support}/**'],
          globalSetup: ['tests/support/start-stores.ts', 'tests/support/programs.ts'],
          setupFiles: ['tests/support/cheap-passwords.ts'],
          environment: 'node',
          ...waiting,
        },
      },
    ],
  },
});
