import { afterAll, beforeAll, expect, it } from 'vitest';

import { storeSubmissionJob } from '#contract/jobs.ts';
import { closeQueues, openQueues, type Queues } from '#server/queues.ts';
import { connectRedis, type Redis } from '#server/redis.ts';
import { createUser } from '#storage/users.ts';
import { createSubmissionPayload } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { failWaitingJob } from '#support/queues.ts';
import { openDatabase, storeAccepted } from '#support/own-stores.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';
import { callOffice } from '#support/office/call-office.ts';
import { queueBoardPath } from '../../office/paths.ts';
import type { ActionName, OutputOf } from '../../office/api.ts';
import { password, sessionOf, startOfficeUnderTest } from './office-under-test.ts';

const stores = forAllTests(openDatabase);
const proxies = forAllTests(() => startStoreProxies(stores.settings));
const office = forAllTests(() => startOfficeUnderTest({ ...stores.settings, ...proxies.settings }));

let redis: Redis;
let queues: Queues;
let cookie: string;

beforeAll(async () => {
  await createUser(stores, { username: 'operator', password, role: 'ops' });
  cookie = await signIn();
  redis = connectRedis(stores.settings.REDIS_URL);
  queues = openQueues(redis, stores.settings.QUEUE_PREFIX);
});

afterAll(() => closeQueues(queues, redis));

function signIn(): Promise<string> {
  return sessionOf(stores, 'operator');
}

function send(name: ActionName, body: object = {}, as = cookie): Promise<Response> {
  return callOffice(office.url, name, { cookie: as, body });
}

async function ask<Name extends ActionName>(name: Name, body?: object): Promise<OutputOf<Name>> {
  const response = await send(name, body);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as OutputOf<Name>;
}

async function readQueue(name: string) {
  return (await ask('status.read')).queues?.find((queue) => queue.name === name);
}

/** Adds an enquiry whose job has failed. Resolves to its id. */
async function addFailedJob(): Promise<string> {
  const data = createSubmissionPayload();
  const opts = { jobId: data.id, attempts: 1 };
  await queues.submissions.add(storeSubmissionJob.name, data, opts);
  await failWaitingJob(queues.submissions, redis);
  return data.id;
}

async function lastRecord() {
  const [record] = await stores.audit.read({ limit: 1 });
  return record;
}

it('retries all failed jobs from their first attempt, and records who did it', async () => {
  const ids = [await addFailedJob(), await addFailedJob(), await addFailedJob()];
  const queue = 'submissions';
  expect((await readQueue(queue))?.failed).toBe(3);
  await ask('queue.retry-failed', { queue });
  const jobs = await Promise.all(ids.map((id) => queues.submissions.getJob(id)));
  expect(jobs.map((job) => job?.attemptsMade)).toEqual([0, 0, 0]);
  expect(await queues.submissions.getJobCounts('failed', 'waiting')).toMatchObject({
    ...{ failed: 0, waiting: 3 },
  });
  const record = await lastRecord();
  expect(record).toMatchObject({
    ...{ actor: 'operator', action: 'queue.retry-failed', outcome: 'done' },
    subject: { count: 3, conditions: ['submissions'] },
  });
  expect(new Set(record?.subject.ids)).toEqual(new Set(ids));
  expect((await readQueue(queue))?.failed).toBe(0);
  for (const id of ids) await queues.submissions.remove(id);
});

it('removes failed jobs only for an officer, and none whose enquiry is not stored', async () => {
  await createUser(stores, { username: 'officer', password, role: 'officer' });
  const [stored, unstored] = [await addFailedJob(), await addFailedJob()];
  await storeAccepted(stores, { id: stored });
  const body = { queue: 'submissions' };
  expect((await send('queue.remove-failed', body)).status).toBe(403);
  const late = await sessionOf(stores, 'officer', 11);
  expect((await send('queue.remove-failed', body, late)).status).toBe(401);
  const officer = await sessionOf(stores, 'officer');
  expect((await send('queue.remove-failed', body, officer)).status).toBe(200);
  expect(await queues.submissions.getJob(stored)).toBeUndefined();
  expect(await lastRecord()).toMatchObject({
    ...{ actor: 'officer', action: 'queue.remove-failed', outcome: 'done' },
    subject: { count: 2, conditions: ['submissions'] },
  });
  expect(await queues.submissions.getJobState(unstored)).toBe('failed');
  await queues.submissions.remove(unstored);
});

it('pauses a queue until it is resumed, and records both', async () => {
  const queue = 'notifications';
  await ask('queue.pause', { queue });
  expect(await lastRecord()).toMatchObject({
    ...{ action: 'queue.pause', outcome: 'done', subject: { conditions: [queue] } },
  });
  expect(await queues.notifications.isPaused()).toBe(true);
  expect((await readQueue(queue))?.isPaused).toBe(true);
  await ask('queue.resume', { queue });
  expect(await queues.notifications.isPaused()).toBe(false);
  expect(await lastRecord()).toMatchObject({
    ...{ action: 'queue.resume', outcome: 'done', subject: { conditions: [queue] } },
  });
  expect((await readQueue(queue))?.isPaused).toBe(false);
});

it('is read-only while MongoDB is down, and shows Redis data only in cached sessions', async () => {
  await ask('status.read');
  const unseen = await signIn();
  await proxies.mongodb.down();
  const { queues: shownQueues } = await ask('status.read');
  expect(shownQueues).toHaveLength(3);
  expect((await send('queue.pause', { queue: 'maintenance' })).status).toBe(503);
  expect(await queues.maintenance.isPaused()).toBe(false);
  expect((await send('status.read', {}, unseen)).status).toBe(503);
  const board = `${office.url}${queueBoardPath}/api/queues`;
  expect((await fetch(board, { headers: { Cookie: cookie } })).status).toBe(503);
  await proxies.mongodb.up();
  await expect.poll(async () => (await send('status.read', {}, unseen)).status).toBe(200);
});

it('shows what is wrong while Redis is down', async () => {
  await proxies.redis.down();
  await expect.poll(async () => (await ask('status.read')).queues, { interval: 500 }).toBeNull();
  const redisOf = async () => (await ask('status.read')).findings.find(({ id }) => id === 'redis');
  await expect.poll(async () => (await redisOf())?.level, { timeout: 15_000 }).toBe('critical');
  expect((await send('queue.pause', { queue: 'maintenance' })).status).toBe(503);
  await proxies.redis.up();
});
