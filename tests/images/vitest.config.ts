import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/images/*.test.ts'],
    globalSetup: ['tests/images/start-product.ts'],
    reporters: ['./tests/images/reporter.ts'],
    // All tests share one product.
    fileParallelism: false,
    isolate: false,
    sequence: { shuffle: false },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 120_000,
  },
});
