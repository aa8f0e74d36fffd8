import { afterEach, expect, it } from 'vitest';

import { forAllTests } from '#support/for-all-tests.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';
import { waitFor } from '#support/wait-for.ts';
import { createTestWorker, startTestWorker, submit } from '#support/test-worker.ts';
import { untilSent } from '#support/own-stores.ts';

const observer = forAllTests(createTestWorker);
const proxies = forAllTests(() => startStoreProxies(observer.settings));
forAllTests(() => startTestWorker({ ...observer.settings, ...proxies.settings }));

afterEach(() => Promise.all([proxies.mongodb.up(), proxies.redis.up()]));

async function untilRetried(ids: string[], attempts: number): Promise<void> {
  await waitFor(`each was tried ${attempts} times`, async () => {
    const jobs = await Promise.all(ids.map((id) => observer.queues.submissions.getJob(id)));
    return jobs.every((job) => job && job.attemptsMade >= attempts);
  });
}

/** Gives a job a long delay, as if the job had failed often. */
async function postpone(id: string): Promise<void> {
  await waitFor('it waits for its next attempt', async () => {
    const job = await observer.queues.submissions.getJob(id);
    return job?.changeDelay(300_000).then(
      () => true,
      () => false,
    );
  });
}

it('keeps enquiries while MongoDB is down, and stores them when it is back', async () => {
  await proxies.mongodb.down();
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      submit(observer.queues, { lastName: `Away ${index}` }),
    ),
  );
  await untilRetried(ids, 2);
  await postpone(ids[0] ?? '');
  await proxies.mongodb.up();
  await Promise.all(ids.map((id) => untilSent(observer.database, id)));
  expect(await observer.queues.submissions.getFailedCount()).toBe(0);
});

it('tolerates a MongoDB that hangs', async () => {
  const before = await submit(observer.queues, { lastName: 'Before' });
  await untilSent(observer.database, before);
  proxies.mongodb.hang();
  const id = await submit(observer.queues, { lastName: 'Hanging' });
  await untilRetried([id], 1);
  await proxies.mongodb.up();
  await untilSent(observer.database, id);
});
