import { expect, it, onTestFinished } from 'vitest';

import { forEachTest } from '#support/for-all-tests.ts';
import { readProcesses } from '#server/heartbeat.ts';
import { startService, type Service } from '#support/service.ts';
import { findSubmission } from '#storage/submissions.ts';
import { isGreeting, startMongodbFront } from '#support/mongodb-front.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';
import { waitFor } from '#support/wait-for.ts';
import { createTestWorker, submit } from '#support/test-worker.ts';

const observer = forEachTest(createTestWorker);
const starting = 'The worker is not taking jobs yet.';
const proxies = forEachTest(() => startStoreProxies(observer.settings));

async function startWorker(change: Record<string, string> = {}): Promise<Service> {
  const settings = { ...observer.settings, ...proxies.settings, ...change };
  const service = await startService('worker', settings, { waitUntilReady: false });
  onTestFinished(() => service.kill());
  return service;
}

async function readiness(worker: Service): Promise<string | undefined> {
  try {
    const response = await fetch(`${worker.url}/readyz`);
    return `${response.status} ${(await response.text()).trim()}`;
  } catch {
    return undefined;
  }
}

async function untilReadinessIs(worker: Service, expected: string): Promise<void> {
  let last: string | undefined;
  try {
    await waitFor(`readiness is ${expected}`, async () => {
      last = await readiness(worker);
      return last === expected;
    });
  } catch (error) {
    throw new Error(`It was ${last}:\n${worker.output()}`, { cause: error });
  }
}

it('waits for MongoDB while sending heartbeats, and then stores the enquiry', async () => {
  await proxies.mongodb.down();
  const id = await submit(observer.queues);
  const worker = await startWorker();
  await untilReadinessIs(worker, `503 MongoDB does not answer.\n${starting}`);
  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
  expect((await observer.queues.submissions.getJob(id))?.attemptsMade).toBe(0);
  await waitFor('a heartbeat has arrived', async () => {
    const { processes } = await readProcesses(observer.redis, observer.settings.QUEUE_PREFIX);
    return processes.some(({ service }) => service === 'worker');
  });

  await proxies.mongodb.up();
  await waitFor('it is stored', () => findSubmission(observer.database, id));
  await untilReadinessIs(worker, '200 The worker is ready.');
});

it('reports that MongoDB denies permission, takes no jobs, and recovers', async () => {
  const front = await startMongodbFront(observer.settings.MONGODB_URI);
  onTestFinished(() => front.close());
  const errmsg = 'command insert requires authentication';
  front.answer = (command) => (isGreeting(command) ? undefined : { ok: 0, code: 13, errmsg });
  const id = await submit(observer.queues);
  const worker = await startWorker({ MONGODB_URI: front.uri });
  await waitFor('the worker reports it', async () => {
    return /^503 MongoDB denied permission: .*readWrite/.test((await readiness(worker)) ?? '');
  });
  await waitFor('it is logged', () => {
    return /"level":"error".*"event":"mongodb access denied"/.test(worker.output());
  });
  expect((await observer.queues.submissions.getJob(id))?.attemptsMade).toBe(0);

  front.answer = () => undefined;
  await waitFor('it is stored', () => findSubmission(observer.database, id));
  await untilReadinessIs(worker, '200 The worker is ready.');
});

it('names both stores if both are down, and is ready when they are back', async () => {
  await Promise.all([proxies.mongodb.down(), proxies.redis.down()]);
  const worker = await startWorker();
  const stores = 'Redis is not accepting writes.\nMongoDB does not answer.';
  await untilReadinessIs(worker, `503 ${stores}\n${starting}`);
  await Promise.all([proxies.mongodb.up(), proxies.redis.up()]);
  await untilReadinessIs(worker, '200 The worker is ready.');
});
