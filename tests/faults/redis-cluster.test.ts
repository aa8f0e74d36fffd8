import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { Service } from '../../dev/service.ts';
import { startOwnCluster, type OwnCluster } from './own-cluster.ts';
import { send, startPipeline, type Pipeline } from './pipeline.ts';

let cluster: OwnCluster;
let pipeline: Pipeline;
let api: Service;

beforeAll(async () => {
  cluster = await startOwnCluster();
  pipeline = await startPipeline();
  const settings = { REDIS_URL: cluster.url };
  [api] = await Promise.all([
    pipeline.start('api', settings),
    pipeline.start('worker', { ...settings, WATCHDOG_AFTER_SECONDS: '5' }),
  ]);
}, 120_000);

afterAll(async () => {
  await pipeline.stop();
  await cluster.stop();
});

async function acknowledged(about: string): Promise<string> {
  const reference = await vi.waitUntil(() => send(api.url, about), {
    timeout: 60_000,
    interval: 100,
  });
  return reference ?? '';
}

it('takes an enquiry all the way through a cluster', async () => {
  const reference = await acknowledged('cluster');
  expect(reference).not.toBe('');
  await pipeline.untilSent(reference);
});

/** Expects an answer other than 202 in under two seconds, and the API not to call itself ready. */
async function isRefused(about: string): Promise<void> {
  const started = performance.now();
  expect(await send(api.url, about)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(2_000);
  expect((await fetch(`${api.url}/readyz`)).status).toBe(503);
}

it('says so in under two seconds when the master that keeps the queues hangs, and goes on', async () => {
  const owner = await cluster.ownerOf(pipeline.settings.QUEUE_PREFIX ?? '');
  owner.hang();
  await isRefused('hang');
  await owner.revive();
  await pipeline.untilSent(await acknowledged('after-hang'), 60_000);
}, 150_000);

it('goes on with its replica when that master is killed, and with both when it is back', async () => {
  const owner = await cluster.ownerOf(pipeline.settings.QUEUE_PREFIX ?? '');
  await owner.kill();
  await isRefused('kill');
  await pipeline.untilSent(await acknowledged('replica'), 60_000);
  expect((await cluster.ownerOf(pipeline.settings.QUEUE_PREFIX ?? '')).port).not.toBe(owner.port);
  await owner.revive();
  await pipeline.untilSent(await acknowledged('healed'), 60_000);
}, 150_000);
