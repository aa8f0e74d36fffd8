import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { Service } from '../../dev/service.ts';
import { expectWithin } from '../expect-within.ts';
import { startOwnSentinels, type OwnSentinels } from './own-sentinels.ts';
import { send, startPipeline, type Pipeline } from './pipeline.ts';

let sentinels: OwnSentinels;
let pipeline: Pipeline;
let api: Service;
let settings: Record<string, string>;

beforeAll(async () => {
  sentinels = await startOwnSentinels();
  pipeline = await startPipeline();
  settings = { REDIS_URL: sentinels.url, REDIS_WAIT_REPLICAS: '1' };
  api = await pipeline.start('api', settings);
}, 120_000);

afterAll(async () => {
  await pipeline.stop();
  await sentinels.stop();
});

async function acknowledged(about: string): Promise<string> {
  const reference = await vi.waitUntil(() => send(api.url, about), {
    timeout: 30_000,
    interval: 100,
  });
  return reference ?? '';
}

it('takes no enquiry that a replica does not have', async () => {
  await acknowledged('replicated');
  await sentinels.killReplica();
  expect(await send(api.url, 'alone')).toBeUndefined();
  await expect.poll(() => api.output()).toContain('"reason":"not replicated"');
  await sentinels.startReplica();
  await acknowledged('replicated-again');
}, 60_000);

it('loses no acknowledged enquiry to the death of the master, and goes on with its replica', async () => {
  const references: string[] = [];
  let over = false;
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let count = 0; !over; count += 1) {
      const reference = await send(api.url, `visitor-${client}-${count}`);
      if (reference === undefined) return;
      references.push(reference);
    }
  });
  await vi.waitUntil(() => references.length >= 40, { timeout: 20_000 });
  await sentinels.killMaster();
  await Promise.all(clients);
  over = true;

  await expectWithin(2_000, async () => expect(await send(api.url, 'nobody')).toBeUndefined());

  // The new master has no replica yet, and so takes nothing.
  await vi.waitUntil(async () => (await fetch(`${api.url}/readyz`)).ok, { timeout: 30_000 });
  await sentinels.startFormerMaster();
  references.push(await acknowledged('after'));
  await pipeline.start('worker', settings);
  await Promise.all(references.map((reference) => pipeline.untilSent(reference, 60_000)));
}, 150_000);
