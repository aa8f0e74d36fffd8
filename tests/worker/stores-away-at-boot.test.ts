import { afterEach, beforeEach, expect, it } from 'vitest';

import { startService, type Service } from '../../testing/service.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { startProxyFor, throughProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createTestWorker, type TestWorker } from './start-test-worker.ts';
import { submit } from './submit.ts';

let observer: TestWorker;
let mongodb: TcpProxy;
let redis: TcpProxy;
let service: Service | undefined;

beforeEach(async () => {
  observer = createTestWorker();
  await observer.database.connected;
  mongodb = await startProxyFor(observer.config.mongodbUri, 27_017);
  redis = await startProxyFor(observer.config.redisUrl, 6_379);
});

afterEach(async () => {
  await service?.kill();
  await observer.remove();
  await mongodb.close();
  await redis.close();
});

async function startWorker(): Promise<Service> {
  const { QUEUE_PREFIX, OUTBOX_DIR } = observer.settings;
  service = await startService(
    'worker',
    {
      QUEUE_PREFIX,
      OUTBOX_DIR,
      REDIS_URL: throughProxy(observer.config.redisUrl, redis),
      MONGODB_URI: throughProxy(observer.config.mongodbUri, mongodb),
    },
    { waitUntilReady: false },
  );
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

it('waits for MongoDB, says so, and stores what came in meanwhile', async () => {
  await mongodb.down();
  const id = await submit(observer.queues);
  const worker = await startWorker();
  await untilReadinessIs(worker, '503 MongoDB does not answer.');
  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
  expect((await observer.queues.submissions.getJob(id))?.attemptsMade).toBe(0);

  await mongodb.up();
  await waitFor('it is stored', () => findSubmission(observer.database, id));
  await untilReadinessIs(worker, '200 Ready.');
});

it('waits for Redis, says so, and stores what came in meanwhile', async () => {
  await redis.down();
  const id = await submit(observer.queues);
  const worker = await startWorker();
  await untilReadinessIs(worker, '503 Redis takes no writes.');

  await redis.up();
  await waitFor('it is stored', () => findSubmission(observer.database, id));
  await untilReadinessIs(worker, '200 Ready.');
});

it('names both when both are away, and works once they are there', async () => {
  await Promise.all([mongodb.down(), redis.down()]);
  const worker = await startWorker();
  await untilReadinessIs(worker, '503 Redis takes no writes.\nMongoDB does not answer.');
  await Promise.all([mongodb.up(), redis.up()]);
  await untilReadinessIs(worker, '200 Ready.');
});
