import { afterAll, beforeAll, expect, it } from 'vitest';

import { sweepNotificationsJob } from '../../contract/jobs.ts';
import { countExpected } from '../../worker/watchdog.ts';
import { createTestWorker, type TestWorker } from './start-test-worker.ts';

const hour = 3_600_000;

let worker: TestWorker;

beforeAll(() => {
  worker = createTestWorker();
});

afterAll(() => worker.remove());

it('expects a worker to take what waits and what is due, not what has its time to come', async () => {
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
