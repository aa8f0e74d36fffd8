import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';

import { forEachTest } from '#support/for-all-tests.ts';
import { untilSent } from '#support/own-stores.ts';
import { startService } from '#support/service.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';
import { createTestWorker, submit } from '#support/test-worker.ts';

const observer = forEachTest(createTestWorker);
const proxies = forEachTest(() => startStoreProxies(observer.settings));

/** Starts a worker that counts as stuck after a second instead of a minute. */
async function startWorker(waitUntilReady = true) {
  const settings = { ...observer.settings, ...proxies.settings, WATCHDOG_AFTER_SECONDS: '1' };
  const worker = await startService('worker', settings, { waitUntilReady });
  onTestFinished(() => worker.kill());
  return worker;
}

it('exits when MongoDB has been away for too long, and stores what waits when restarted', async () => {
  const worker = await startWorker();
  const exit = once(worker.child, 'exit') as Promise<[number | null]>;
  await proxies.mongodb.down();
  const id = await submit(observer.queues);
  const [code] = await exit;
  expect(code).toBe(1);
  expect(worker.output()).toContain('mongodb has been away: the worker exits');
  await proxies.mongodb.up();
  await startWorker();
  await untilSent(observer.database, id);
}, 60_000);

it('does not exit at the start while MongoDB is down, nor in a short outage', async () => {
  await proxies.mongodb.down();
  const worker = await startWorker(false);
  await sleep(7_000);
  await proxies.mongodb.up();
  const first = await submit(observer.queues);
  await untilSent(observer.database, first);
  await proxies.mongodb.down();
  await sleep(1_000);
  await proxies.mongodb.up();
  await sleep(6_000);
  expect(worker.child.exitCode).toBeNull();
}, 60_000);
