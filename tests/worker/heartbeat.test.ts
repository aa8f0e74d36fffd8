import { expect, it } from 'vitest';

import { readProcesses, startHeartbeat } from '#server/heartbeat.ts';
import { forEachTest } from '#support/for-all-tests.ts';
import { createTestWorker } from '#support/test-worker.ts';
import { waitFor } from '#support/wait-for.ts';

const observer = forEachTest(createTestWorker);

async function servicesSeen(): Promise<string[]> {
  const { processes } = await readProcesses(observer.redis, observer.settings.QUEUE_PREFIX);
  return processes.map(({ service }) => service).sort();
}

it('lists a process that was killed in the last day, but none that stopped cleanly', async () => {
  const prefix = observer.settings.QUEUE_PREFIX;
  const heartbeat = startHeartbeat(observer.redis, { prefix, service: 'api' });
  await waitFor('a heartbeat has arrived', async () => (await servicesSeen()).length === 1);
  for (const [service, hoursAgo] of [
    ['worker', 1],
    ['office', 25],
  ] as const) {
    const seenAt = Date.now() - hoursAgo * 3_600_000;
    await observer.redis.hset(`${prefix}:processes`, service, JSON.stringify({ service, seenAt }));
  }
  expect(await servicesSeen()).toEqual(['api', 'worker']);
  await heartbeat.stop();
  expect(await servicesSeen()).toEqual(['worker']);
});
