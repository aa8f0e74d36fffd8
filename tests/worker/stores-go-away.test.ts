import { afterAll, beforeAll, expect, it } from 'vitest';

import { startProxyFor, throughProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createTestWorker, startTestWorker, type TestWorker } from './start-test-worker.ts';
import { submit } from './submit.ts';
import { untilSent } from '../../testing/until-sent.ts';

let observer: TestWorker;
let worker: TestWorker;
let mongodb: TcpProxy;
let redis: TcpProxy;

beforeAll(async () => {
  observer = createTestWorker();
  mongodb = await startProxyFor(observer.config.mongodbUri, 27_017);
  redis = await startProxyFor(observer.config.redisUrl, 6_379);
  worker = await startTestWorker({
    ...observer.settings,
    REDIS_URL: throughProxy(observer.config.redisUrl, redis),
    MONGODB_URI: throughProxy(observer.config.mongodbUri, mongodb),
  });
});

afterAll(async () => {
  await Promise.all([mongodb.up(), redis.up()]);
  await worker.close();
  await observer.remove();
  await mongodb.close();
  await redis.close();
});

async function untilRetried(ids: string[], attempts: number): Promise<void> {
  await waitFor(`each was tried ${attempts} times`, async () => {
    const jobs = await Promise.all(ids.map((id) => observer.queues.submissions.getJob(id)));
    return jobs.every((job) => job && job.attemptsMade >= attempts);
  });
}

/** Gives a job the delay of one that has failed many times. */
async function postpone(id: string): Promise<void> {
  await waitFor('it waits for its next attempt', async () => {
    const job = await observer.queues.submissions.getJob(id);
    return job?.changeDelay(300_000).then(
      () => true,
      () => false,
    );
  });
}

it('keeps what it cannot store while MongoDB is away, and stores it when it is back', async () => {
  await mongodb.down();
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      submit(observer.queues, { lastName: `Away ${index}` }),
    ),
  );
  await untilRetried(ids, 2);
  await postpone(ids[0] ?? '');
  await mongodb.up();
  await Promise.all(ids.map((id) => untilSent(observer.database, id)));
  expect(await observer.queues.submissions.getFailedCount()).toBe(0);
}, 60_000);

it('is not stopped by a MongoDB that hangs', async () => {
  const before = await submit(observer.queues, { lastName: 'Before' });
  await untilSent(observer.database, before);
  mongodb.hang();
  const id = await submit(observer.queues, { lastName: 'Hanging' });
  await untilRetried([id], 1);
  await mongodb.up();
  await untilSent(observer.database, id);
}, 60_000);

it('goes on when Redis is back', async () => {
  await redis.down();
  const id = await submit(observer.queues, { lastName: 'Redis' });
  await redis.up();
  await untilSent(observer.database, id);
});
