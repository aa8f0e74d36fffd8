import { hostname } from 'node:os';
import { expect, it } from 'vitest';

import {
  readProcesses,
  startHeartbeat,
  type ProcessSeen,
  type ServiceName,
} from '../../platform/heartbeat.ts';
import { forEachTest } from '../../testing/for-all-tests.ts';
import { createTestWorker } from '../../testing/test-worker.ts';
import { waitFor } from '../../testing/wait-for.ts';

const observer = forEachTest(createTestWorker);

/** Adds the heartbeat of a process that was killed the given number of milliseconds ago. */
async function addKilled(service: ServiceName, host: string, ago: number): Promise<void> {
  const seenAt = Date.now() - ago;
  const id = crypto.randomUUID();
  const seen: ProcessSeen = {
    ...{ id, service, host, version: '0.1.0' },
    ...{ startedAt: seenAt - 1_000, seenAt, clock: seenAt },
  };
  const key = `${observer.settings.QUEUE_PREFIX}:processes`;
  await observer.redis.hset(key, id, JSON.stringify(seen));
}

async function namesKnown(): Promise<string[]> {
  const { processes } = await readProcesses(observer.redis, observer.settings.QUEUE_PREFIX);
  return processes.map(({ service, host }) => `${service} ${host}`).sort();
}

it('does not list a process that stopped cleanly or was replaced on its host', async () => {
  await addKilled('api', hostname(), 60_000);
  await addKilled('worker', hostname(), 60_000);
  await addKilled('api', 'another', 60_000);
  const prefix = observer.settings.QUEUE_PREFIX;
  const heartbeat = startHeartbeat(observer.redis, { prefix, service: 'api' });
  await waitFor('a heartbeat has arrived', async () => (await namesKnown()).length === 4);
  await heartbeat.stop();
  expect(await namesKnown()).toEqual(['api another', `worker ${hostname()}`].sort());
});
