import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';

import { startService, type Service } from '../../testing/service.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { isGreeting, startMongodbFront } from '../../testing/mongodb-front.ts';
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

async function startWorker(
  mongodbUri = throughProxy(observer.config.mongodbUri, mongodb),
): Promise<Service> {
  const { QUEUE_PREFIX, OUTBOX_DIR } = observer.settings;
  service = await startService(
    'worker',
    {
      QUEUE_PREFIX,
      OUTBOX_DIR,
      REDIS_URL: throughProxy(observer.config.redisUrl, redis),
      MONGODB_URI: mongodbUri,
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

it('says that MongoDB refuses it, takes no job meanwhile, and goes on once it may', async () => {
  const front = await startMongodbFront(observer.config.mongodbUri);
  onTestFinished(() => front.close());
  const errmsg = 'command insert requires authentication';
  front.answer = (command) => (isGreeting(command) ? undefined : { ok: 0, code: 13, errmsg });
  const id = await submit(observer.queues);
  const worker = await startWorker(front.uri);
  await waitFor('it says so', async () => {
    return /^503 MongoDB denies us a right: .*readWrite/.test((await readiness(worker)) ?? '');
  });
  expect(worker.output()).toMatch(/"level":"error".*"event":"mongodb refuses us"/);
  expect((await observer.queues.submissions.getJob(id))?.attemptsMade).toBe(0);

  front.answer = () => undefined;
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
