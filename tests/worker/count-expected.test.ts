import { expect, it } from 'vitest';

import { sweepNotificationsJob } from '../../contract/jobs.ts';
import { countExpected } from '../../worker/watchdog.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createTestWorker } from '../../testing/test-worker.ts';

const hour = 3_600_000;

const worker = forAllTests(createTestWorker);

it('counts waiting and due jobs, but no jobs delayed for later or in a paused queue', async () => {
  const { maintenance } = worker.queues;
  const { name } = sweepNotificationsJob;
  await maintenance.add(name, {}, { delay: hour });
  expect(await countExpected(maintenance, Date.now())).toEqual({ waiting: 0, due: 0 });
  expect(await countExpected(maintenance, Date.now() + 2 * hour)).toEqual({ waiting: 0, due: 1 });
  await maintenance.add(name, {});
  expect(await countExpected(maintenance, Date.now())).toEqual({ waiting: 1, due: 0 });
  await maintenance.pause();
  expect(await countExpected(maintenance, Date.now())).toEqual({ waiting: 0, due: 0 });
});
