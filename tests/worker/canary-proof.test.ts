import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { createTestWorker } from '../../testing/test-worker.ts';

const worker = forAllTests(createTestWorker);

async function completeCanary(): Promise<number> {
  const id = randomUUID();
  await worker.canaries.start(id);
  await worker.canaries.prove(id);
  return Date.now();
}

it('ignores a canary that was recorded while the clock was years ahead', async () => {
  const now = Date.now;
  const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_650 * 86_400_000);
  await completeCanary();
  ahead.mockRestore();
  expect((await worker.canaries.read()).proven).toBeUndefined();
  const completedAt = await completeCanary();
  expect((await worker.canaries.read()).proven?.startedAt).toBeLessThanOrEqual(completedAt);
});
