import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { expectWithin, waitFor } from '../../testing/wait-for.ts';
import { startPipeline } from '../../testing/running-product.ts';
import { send, sendUntilAcknowledged } from '../../testing/send-enquiry.ts';
import { findFreePort, waitForPort } from '../../dev/ports.ts';
import { ensureRedisServer } from '../../dev/redis-server.ts';
import { startOwnRedis, type OwnRedis } from '../../testing/own-redis.ts';
import { createOwnProcess } from '../../testing/own-process.ts';

const masterName = 'office';
/** Timeout in ms. A Sentinel that was paused for 2 s takes no action for the next 30 s (TILT). */
const failoverLimit = 120_000;
const sentinels = forAllTests(startOwnSentinels);
const pipeline = forAllTests(startPipeline);
const settings = () => ({ REDIS_URL: sentinels.url, REDIS_WAIT_REPLICAS: '1' });
const api = forAllTests(() => pipeline.start('api', settings()));

function acknowledged(about: string): Promise<string> {
  return sendUntilAcknowledged(api.url, about, failoverLimit);
}

async function readiness(): Promise<number> {
  return (await fetch(`${api.url}/readyz`)).status;
}

/** Resolves once enquiries are refused because the master has no replica. */
async function untilMasterIsAlone(): Promise<void> {
  const refusals = () => api.output().split('"reason":"not replicated"').length;
  const before = refusals();
  const isAlone = async () => !(await send(api.url, 'alone')) && refusals() > before;
  await waitFor('the master has no replica', isAlone, failoverLimit);
}

it('accepts no enquiries and is not ready while the master has no replica', async () => {
  await acknowledged('replicated');
  expect(await readiness()).toBe(200);
  await sentinels.replica.kill();
  await untilMasterIsAlone();
  expect(await readiness()).toBe(503);
  await sentinels.replica.start();
  await acknowledged('replicated-again');
  await expect.poll(readiness).toBe(200);
}, 300_000);

it('loses no accepted enquiry when the master is killed, and uses its replica', async () => {
  const references: string[] = [];
  let over = false;
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let count = 0; !over; count += 1) {
      const reference = await send(api.url, `visitor-${client}-${count}`);
      if (reference === undefined) return;
      references.push(reference);
    }
  });
  await waitFor('40 enquiries are acknowledged', () => references.length >= 40);
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
  await pipeline.start('worker', settings());
  for (const reference of references) await pipeline.untilSent(reference);
}, 360_000);

/** A master, its replica and three Sentinels. */
interface OwnSentinels {
  url: string;
  /** After a restart the Sentinels make it a replica. */
  master: OwnRedis;
  replica: OwnRedis;
  stop: () => Promise<void>;
}

async function startOwnSentinels(): Promise<OwnSentinels> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sentinels-'));
  const binary = ensureRedisServer(console.info);
  const master = await startOwnRedis([], join(dataDir, 'master'));
  const masterPort = new URL(master.url).port;
  const follow = ['--replicaof', '127.0.0.1', masterPort];
  const replica = await startOwnRedis(follow, join(dataDir, 'replica'));
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const sentinels = ports.map((port) =>
    createOwnProcess({
      launch: () => launchSentinel(binary, dataDir, port, masterPort),
      untilReady: (child) => waitForPort(port, child),
    }),
  );
  await Promise.all(sentinels.map((sentinel) => sentinel.start()));
  return {
    url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${masterName}`,
    master,
    replica,
    async stop() {
      await Promise.all([...sentinels, master, replica].map((server) => server.kill()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function launchSentinel(
  binary: string,
  dataDir: string,
  port: number,
  masterPort: string,
): ChildProcess {
  const file = join(dataDir, `sentinel-${port}.conf`);
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${dataDir}`,
    'loglevel warning',
    `sentinel monitor ${masterName} 127.0.0.1 ${masterPort} 2`,
    // Sentinel promotes no replica that lost its master longer ago than ten times this setting.
    // Here that is 50 s, which is longer than TILT lasts.
    `sentinel down-after-milliseconds ${masterName} 5000`,
    `sentinel failover-timeout ${masterName} 5000`,
  ];
  // Sentinel stores its state in this file.
  writeFileSync(file, `${settings.join('\n')}\n`);
  return spawn(binary, [file, '--sentinel'], { stdio: 'ignore', detached: true });
}
