import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { Service } from '../../testing/service.ts';
import { expectWithin } from '../../testing/wait-for.ts';
import { startOwnSentinels, type OwnSentinels } from '../../testing/own-sentinels.ts';
import {
  send,
  sendUntilAcknowledged,
  startPipeline,
  type Pipeline,
} from '../../testing/running-product.ts';

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

function acknowledged(about: string): Promise<string> {
  return sendUntilAcknowledged(api.url, about, 30_000);
}

async function readiness(): Promise<number> {
  return (await fetch(`${api.url}/readyz`)).status;
}

/** Resolves when enquiries are refused only because the master has no replica. */
async function untilMasterIsAlone(): Promise<void> {
  const refusals = () => api.output().split('"reason":"not replicated"').length;
  const before = refusals();
  const isAlone = async () => !(await send(api.url, 'alone')) && refusals() > before;
  await vi.waitUntil(isAlone, { timeout: 30_000 });
}

it('takes no enquiry that a replica does not have, and is not ready meanwhile', async () => {
  await acknowledged('replicated');
  expect(await readiness()).toBe(200);
  await sentinels.replica.kill();
  await untilMasterIsAlone();
  expect(await readiness()).toBe(503);
  await sentinels.replica.start();
  await acknowledged('replicated-again');
  await expect.poll(readiness).toBe(200);
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
  await sentinels.master.kill();
  await Promise.all(clients);
  over = true;

  await expectWithin(
    2_000,
    async () => expect(await send(api.url, 'nobody')).toBeUndefined(),
    () => fetch(`${api.url}/healthz`),
  );

  await untilMasterIsAlone();
  await sentinels.master.start();
  references.push(await acknowledged('after'));
  await pipeline.start('worker', settings);
  await Promise.all(references.map((reference) => pipeline.untilSent(reference, 60_000)));
}, 150_000);
