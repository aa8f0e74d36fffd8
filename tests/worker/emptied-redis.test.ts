import { expect, it } from 'vitest';

import { blockListKey } from '../../contract/block-list.ts';
import { addBlocked } from '../../storage/block-list.ts';
import { findLostData } from '../../storage/installation.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { waitFor } from '../../testing/wait-for.ts';

const worker = forAllTests(() => startTestWorker({ SWEEP_EVERY_SECONDS: '1' }));

const key = () => `${worker.settings.QUEUE_PREFIX}:installation`;
const logged = () => worker.logs().split('"event":"redis has lost data"').length - 1;

function lostData() {
  return findLostData(worker.database, worker.redis, worker.settings.QUEUE_PREFIX);
}

function untilMarked(times: number) {
  return waitFor('both stores are marked', async () => {
    return Number(await worker.redis.hget(key(), 'count')) >= times;
  });
}

it('logs nothing while both stores agree', async () => {
  await untilMarked(3);
  expect(await lostData()).toBeUndefined();
  expect(logged()).toBe(0);
});

it('detects a Redis that comes back empty, and logs it once', async () => {
  const before = Number(await worker.redis.hget(key(), 'count'));
  await worker.redis.del(key());
  await waitFor('the loss is logged', () => logged() > 0);
  await untilMarked(before + 2);
  expect((await lostData())?.since).toBeInstanceOf(Date);
  expect(logged()).toBe(1);
});

it('detects a Redis that was restored from an old backup', async () => {
  await worker.redis.hset(key(), { count: 1 });
  await waitFor('the loss is logged', () => logged() > 1);
});

it('detects that Redis was replaced by another server', async () => {
  await worker.redis.hset(key(), { id: 'other', count: 1_000_000 });
  await waitFor('the loss is logged', () => logged() > 2);
});

it('copies the block list to Redis again if Redis has lost the list', async () => {
  const { database, redis, settings } = worker;
  const copy = blockListKey(settings.QUEUE_PREFIX);
  await addBlocked(database, { _id: 'casino.example', addedBy: 'staff', addedAt: new Date() });
  await redis.del(copy);
  await waitFor('it is copied', async () => (await redis.get(copy)) === '["casino.example"]');
});
