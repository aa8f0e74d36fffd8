import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { RunReport } from './testing/run-report.ts';

/**
 * Files that take half a minute or more. If they started last, the run would have to wait for them.
 */
const slowest =
  /\/(?:slow-mail-server|killed-worker|killed-processes|embedded-mongodb\/tests\/process|second-start|staff-stores-down|smtp-refusals|mongodb-down|outside-in|full-redis|poison-job|office-status|accessibility|engines|office-enquiries|office-people|size-budgets|failed-start|writes-all-or-nothing)\.test\.ts$/;

const isSlow = ({ moduleId }: TestSpecification) => slowest.test(moduleId);
const isIntegration = ({ project }: TestSpecification) => project.name === 'integration';
const hasBrowser = ({ moduleId }: TestSpecification) => /\/tests\/journey\//.test(moduleId);

/**
 * Starts the slowest files first, and spreads browser tests over the run, because they use the CPU
 * while other tests are waiting.
 */
class Balanced extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const integration = sorted.filter(isIntegration);
    const browsers = spread(integration.filter(hasBrowser));
    const others = spread(integration.filter((file) => !hasBrowser(file)));
    const mixed = [...browsers, ...others].toSorted((left, right) => left.at - right.at);
    return [...sorted.filter((file) => !isIntegration(file)), ...mixed.map(({ file }) => file)];
  }
}

/** The files, slowest first, each with its starting point in the run, from 0 to 1. */
function spread(files: TestSpecification[]) {
  const sorted = [...files.filter(isSlow), ...files.filter((file) => !isSlow(file))];
  return sorted.map((file, index) => ({ file, at: index / sorted.length }));
}

// Each worker loads all modules of its files, so having more workers than cores wastes time.
const computing = { maxWorkers: 2, sequence: { groupOrder: 0 } };
// These tests mostly wait for processes, so six workers keep two cores busy.
const waiting = { maxWorkers: 6, sequence: { groupOrder: 1 } };

export default defineConfig({
  plugins: [react()],
  test: {
    sequence: { sequencer: Balanced },
    reporters: [
      'default',
      ...(process.env.GITHUB_ACTIONS === 'true' ? ['github-actions'] : []),
      new RunReport(),
    ],
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
            '{contract,storage,api,worker,office,design,dev,bench,testing}/**/*.test.ts',
            'packages/*/*.test.ts',
          ],
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
          environment: 'happy-dom',
          setupFiles: ['testing/site/setup.ts'],
        },
      },
      {
        extends: true,
        resolve: {
          alias: [
            {
              find: /^(?:\.\.\/)+firm\//,
              replacement: fileURLToPath(new URL('./testing/firms/karoo/', import.meta.url)),
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
          exclude: ['tests/**/*.mocked.test.ts'],
          globalSetup: ['testing/start-stores.ts', 'testing/programs.ts'],
          environment: 'node',
          ...waiting,
        },
      },
      {
        extends: true,
        test: {
          // Modules that these tests mock must not have been loaded before.
          name: 'mocked',
          include: ['tests/**/*.mocked.test.ts'],
          globalSetup: ['testing/start-stores.ts', 'testing/programs.ts'],
          environment: 'node',
          ...waiting,
          isolate: true,
        },
      },
    ],
  },
});
