import { expect, it, onTestFinished, vi } from 'vitest';

import { sweepNotificationsJob } from '../../contract/jobs.ts';
import { keepSchedules } from '../../worker/worker.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createTestWorker } from '../../testing/test-worker.ts';

const hour = 3_600_000;
const every = 10_000;

it('repairs a schedule that a clock running ahead has delayed', async () => {
  const worker = await createTestWorker({ SWEEP_EVERY_SECONDS: `${every / 1_000}` });
  onTestFinished(() => worker.stop());
  const { maintenance } = worker.queues;
  const { name } = sweepNotificationsJob;
  const now = Date.now;
  const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + hour);
  onTestFinished(() => ahead.mockRestore());
  await maintenance.upsertJobScheduler(name, { every }, { name });
  ahead.mockRestore();
  expect((await maintenance.getJobScheduler(name))?.next).toBeGreaterThan(Date.now() + hour / 2);

  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  keepSchedules(worker, closing.signal);
  await waitFor('the next run is on time again', async () => {
    const { next = Infinity } = (await maintenance.getJobScheduler(name)) ?? {};
    return next <= Date.now() + 2 * every;
  });
  const soon = await maintenance.getDelayedCount(Date.now() + 2 * every);
  expect(await maintenance.getDelayedCount()).toBe(soon);
});
