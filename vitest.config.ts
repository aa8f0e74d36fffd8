import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take half a minute or more: begun last, each would be waited for alone. */
const slowest =
  /\/(?:slow-mail-server|killed-worker|killed-processes|embedded-mongodb\/process|second-start|staff-stores-down|smtp-refusals|mongodb-away|redis-sentinel|outside-in|full-redis|poison-job|office-status|accessibility|engines|office-enquiries)\.test\.ts$/;

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slowest.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  plugins: [react()],
  test: {
    // They wait for processes more than they compute: six keep two cores busy, and three with browsers.
    maxWorkers: 6,
    sequence: { sequencer: SlowestFirst },
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
          globalSetup: ['testing/start-stores.ts', 'testing/programs.ts'],
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
          globalSetup: ['testing/start-stores.ts', 'testing/programs.ts'],
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
