import { expect, it, onTestFailed } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { expectWithin } from '../../testing/wait-for.ts';
import { startOwnCluster, type OwnNode } from '../../testing/own-cluster.ts';
import { startPipeline } from '../../testing/running-product.ts';
import { send, sendUntilAcknowledged } from '../../testing/send-enquiry.ts';

const cluster = forAllTests(startOwnCluster);
const pipeline = forAllTests(startPipeline);
const api = forAllTests(() => pipeline.start('api', { REDIS_URL: cluster.url }));
forAllTests(() =>
  pipeline.start('worker', { REDIS_URL: cluster.url, WATCHDOG_AFTER_SECONDS: '5' }),
);

function acknowledged(about: string): Promise<string> {
  return sendUntilAcknowledged(api.url, about);
}

it('processes an enquiry from end to end on a cluster', async () => {
  const reference = await acknowledged('cluster');
  await pipeline.untilSent(reference);
});

/** Expects the API to refuse an enquiry within two seconds, and then not to be ready. */
async function expectRefusal(about: string): Promise<void> {
  const isAlive = () => fetch(`${api.url}/healthz`);
  const isRefused = async () => expect(await send(api.url, about)).toBeUndefined();
  const isNotReady = async () => expect((await fetch(`${api.url}/readyz`)).status).toBe(503);
  await expectWithin(2_000, isRefused, isAlive);
  await expectWithin(2_000, isNotReady, isAlive);
}

/** Kills or pauses the queues' master. Allows failover only after the API refuses an enquiry. */
async function loseOwner(harm: (owner: OwnNode) => unknown, about: string): Promise<OwnNode> {
  const owner = await cluster.ownerOf(pipeline.settings.QUEUE_PREFIX);
  // The next test needs a healthy cluster, even if this test fails.
  onTestFailed(() => owner.revive());
  await cluster.allowFailover(false);
  await harm(owner);
  try {
    await expectRefusal(about);
  } finally {
    await cluster.allowFailover(true);
  }
  return owner;
}

async function expectRecoveryWithout(owner: OwnNode, about: string): Promise<void> {
  await pipeline.untilSent(await acknowledged(about));
  expect((await cluster.ownerOf(pipeline.settings.QUEUE_PREFIX)).port).not.toBe(owner.port);
  await owner.revive();
  await pipeline.untilSent(await acknowledged(`${about}-and-back`));
}

it("answers within two seconds while the queues' master hangs, and recovers", async () => {
  const owner = await loseOwner((node) => node.hang(), 'hang');
  await expectRecoveryWithout(owner, 'after-hang');
});

it('continues with the replica when the master is killed, then with both again', async () => {
  const owner = await loseOwner((node) => node.kill(), 'kill');
  await expectRecoveryWithout(owner, 'after-kill');
});
