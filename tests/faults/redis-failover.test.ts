import { beforeAll, expect, it } from 'vitest';

import { forAllTests } from '#support/for-all-tests.ts';
import { findFreePort } from '#support/free-port.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { startPipeline } from '#support/running-product.ts';
import { send, sendUntilAcknowledged } from '#support/send-enquiry.ts';
import type { Service, ServiceName } from '#support/service.ts';
import { startProxyFor } from '#support/tcp-proxy.ts';
import { waitFor } from '#support/wait-for.ts';
import { signIn as signInTo } from '../office/office-under-test.ts';

const primary = forAllTests(startOwnRedis);
const replica = forAllTests(startOwnRedis);
/** Stands for the common DNS name of the two. */
const hostName = forAllTests(async () => {
  await replica.ask((redis) => redis.replicaof('127.0.0.1', new URL(primary.url).port));
  const proxy = await startProxyFor(primary.url, 6_379);
  return { ...proxy, stop: proxy.down };
});
const pipeline = forAllTests(startPipeline);
let api: Service;
let worker: Service;
let office: Service;

beforeAll(async () => {
  const settings = { REDIS_URL: hostName.address };
  const start = (service: ServiceName) => pipeline.start(service, settings);
  [api, worker, office] = await Promise.all([start('api'), start('worker'), start('office')]);
});

function untilAllAnswer(status: number): Promise<unknown> {
  return waitFor(`every process answers /readyz with ${status}`, async () => {
    const answers = await Promise.all(
      [api, worker, office].map(({ url }) => fetch(`${url}/readyz`)),
    );
    return answers.every((answer) => answer.status === status);
  });
}

/** Signs in with a wrong password. The desk counts this in Redis. Returns the status. */
async function signIn(): Promise<number> {
  return (await signInTo(office, 'nobody', { secret: 'wrong' })).status;
}

async function expectRecovery(about: string): Promise<void> {
  const reference = await sendUntilAcknowledged(api.url, about, 15_000);
  await pipeline.untilSent(reference);
  await expect.poll(signIn).toBe(401);
  await untilAllAnswer(200);
}

it('continues when the host name leads to a new primary, which the old one follows', async () => {
  await expectRecovery('before');
  await waitFor('the replica has all writes', () => primary.ask((redis) => redis.wait(1, 1_000)));
  await replica.ask((redis) => redis.replicaof('NO', 'ONE'));
  hostName.switchTo(replica.url);
  // Existing connections stay on the old primary, which becomes a replica and refuses writes.
  await primary.ask((redis) => redis.replicaof('127.0.0.1', new URL(replica.url).port));
  await expectRecovery('after');
});

/** The number of writes refused by the server that the host name now leads to. */
async function countRefusals(): Promise<number> {
  const errors = await replica.ask((redis) => redis.info('errorstats'));
  return Number(/errorstat_READONLY:count=(\d+)/.exec(errors)?.[1] ?? 0);
}

function countComplaints(): number {
  return worker.output().split(/redis (?:connection lost|still not available)/).length - 1;
}

it('no process is ready while the host name leads to a replica, and all recover', async () => {
  const nobody = String(await findFreePort());
  const complaints = countComplaints();
  await replica.ask((redis) => redis.replicaof('127.0.0.1', nobody));
  await untilAllAnswer(503);
  expect(await send(api.url, 'read-only')).toBeUndefined();
  const before = await countRefusals();
  await waitFor(
    'the replica has refused many commands',
    async () => (await countRefusals()) > before + 50,
  );
  expect(countComplaints() - complaints).toBeLessThanOrEqual(2);
  await replica.ask((redis) => redis.replicaof('NO', 'ONE'));
  await expectRecovery('writable');
});
