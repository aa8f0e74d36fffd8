import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';

import type { Service } from '../../testing/service.ts';
import { expectWithin } from '../../testing/wait-for.ts';
import { startOwnCluster, type OwnCluster, type OwnNode } from '../../testing/own-cluster.ts';
import {
  send,
  sendUntilAcknowledged,
  startPipeline,
  type Pipeline,
} from '../../testing/running-product.ts';

let cluster: OwnCluster;
let pipeline: Pipeline;
let api: Service;
let queues: string;

beforeAll(async () => {
  cluster = await startOwnCluster();
  pipeline = await startPipeline();
  queues = pipeline.settings.QUEUE_PREFIX;
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

function acknowledged(about: string): Promise<string> {
  return sendUntilAcknowledged(api.url, about, 60_000);
}

it('takes an enquiry all the way through a cluster', async () => {
  const reference = await acknowledged('cluster');
  await pipeline.untilSent(reference);
});

/** Expects answers other than 202 in under two seconds, and the API not to call itself ready. */
async function expectRefusal(about: string): Promise<void> {
  const isAlive = () => fetch(`${api.url}/healthz`);
  const isRefused = async () => expect(await send(api.url, about)).toBeUndefined();
  const isNotReady = async () => expect((await fetch(`${api.url}/readyz`)).status).toBe(503);
  await expectWithin(2_000, isRefused, isAlive);
  await expectWithin(2_000, isNotReady, isAlive);
}

/** Harms the master that keeps the queues; its replica takes over once an enquiry was refused. */
async function loseOwner(harm: (owner: OwnNode) => unknown, about: string): Promise<OwnNode> {
  const owner = await cluster.ownerOf(queues);
  // The next test needs the cluster whole, whatever became of this one.
  onTestFailed(() => owner.revive());
  await cluster.allowFailover(false);
  await harm(owner);
  await expectRefusal(about).finally(() => cluster.allowFailover(true));
  return owner;
}

async function goesOnWithout(owner: OwnNode, about: string): Promise<void> {
  await pipeline.untilSent(await acknowledged(about), 60_000);
  expect((await cluster.ownerOf(queues)).port).not.toBe(owner.port);
  await owner.revive();
  await pipeline.untilSent(await acknowledged(`${about}-and-back`), 60_000);
}

it('says so in under two seconds when the master that keeps the queues hangs, and goes on', async () => {
  const owner = await loseOwner((node) => node.hang(), 'hang');
  await goesOnWithout(owner, 'after-hang');
}, 150_000);

it('goes on with its replica when that master is killed, and with both when it is back', async () => {
  const owner = await loseOwner((node) => node.kill(), 'kill');
  await goesOnWithout(owner, 'after-kill');
}, 150_000);
