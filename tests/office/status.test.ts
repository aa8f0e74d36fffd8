import { afterAll, beforeAll, expect, it } from 'vitest';
import { Worker } from 'bullmq';

import { queueBoardPath } from '../../office/paths.ts';
import { storeSubmissionJob } from '../../contract/jobs.ts';
import { officeApi, type AnswerOf, type ActionName } from '../../office/office-api.ts';
import { closeQueues, openQueues, type Queues } from '../../packages/server/queues.ts';
import { connectRedis, type Redis } from '../../packages/server/redis.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { createSubmissionPayload } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { openDatabase } from '../../testing/own-stores.ts';
import { startStoreProxies } from '../../testing/tcp-proxy.ts';
import { password, sessionOf, startOfficeUnderTest } from './office-under-test.ts';

const stores = forAllTests(openDatabase);
const proxies = forAllTests(() => startStoreProxies(stores.settings));
const office = forAllTests(() => startOfficeUnderTest({ ...stores.settings, ...proxies.settings }));

const reason = 'the worker is upgraded';

let redis: Redis;
let queues: Queues;
let cookie: string;

beforeAll(async () => {
  await createCheapUser(stores, { username: 'operator', password, role: 'ops' });
  cookie = await signIn();
  redis = connectRedis(stores.settings.REDIS_URL);
  queues = openQueues(redis, stores.settings.QUEUE_PREFIX);
});

afterAll(() => closeQueues(queues, redis));

function signIn(): Promise<string> {
  return sessionOf(stores, 'operator');
}

function send(name: ActionName, body?: object, as = cookie): Promise<Response> {
  const { method, path } = officeApi[name];
  const headers = { Cookie: as, 'Content-Type': 'application/json', Origin: office.url };
  return fetch(`${office.url}${path}`, {
    method,
    headers: { ...headers, 'Sec-Fetch-Site': 'same-origin' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function ask<Name extends ActionName>(name: Name, body?: object): Promise<AnswerOf<Name>> {
  const response = await send(name, body);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as AnswerOf<Name>;
}

/** Adds an enquiry whose job has failed. Resolves to its id. */
async function addFailedJob(): Promise<string> {
  const data = createSubmissionPayload();
  const opts = { jobId: data.id, attempts: 1 };
  const job = await queues.submissions.add(storeSubmissionJob.name, data, opts);
  const worker = new Worker('submissions', null, {
    connection: redis,
    prefix: stores.settings.QUEUE_PREFIX,
  });
  try {
    const taken = await worker.getNextJob('a test');
    if (taken.id !== job.id) throw new Error('Another job was taken.');
    await taken.moveToFailed(new Error('a test'), 'a test');
  } finally {
    await worker.close(true);
  }
  return data.id;
}

async function lastRecord() {
  const [record] = await stores.audit.read({ limit: 1 });
  return record;
}

it('retries all failed jobs from their first attempt, and records the reason', async () => {
  const ids = [await addFailedJob(), await addFailedJob(), await addFailedJob()];
  const { queues: before } = await ask('queue.list');
  expect(before).toContainEqual(expect.objectContaining({ name: 'submissions', failed: 3 }));

  const queue = 'submissions';
  expect((await send('queue.retry-failed', { queue, reason: 'why' })).status).toBe(400);
  expect(await ask('queue.retry-failed', { queue, reason })).toEqual({ changed: 3 });
  const jobs = await Promise.all(ids.map((id) => queues.submissions.getJob(id)));
  expect(jobs.map((job) => job?.attemptsMade)).toEqual([0, 0, 0]);
  expect(await queues.submissions.getJobCounts('failed', 'waiting')).toMatchObject({
    ...{ failed: 0, waiting: 3 },
  });
  const record = await lastRecord();
  expect(record).toMatchObject({
    ...{ actor: 'operator', action: 'queue.retry-failed', outcome: 'done', counts: { jobs: 3 } },
    subject: { reason, count: 3, conditions: ['submissions', 'failed'] },
  });
  expect(new Set(record?.subject.ids)).toEqual(new Set(ids));
  const { queues: after } = await ask('queue.list');
  expect(after).toContainEqual(expect.objectContaining({ name: 'submissions', failed: 0 }));
  expect((await send('queue.retry-failed', { queue, reason })).status).toBe(409);
  for (const id of ids) await queues.submissions.remove(id);
});

it('refuses to retry the jobs of the maintenance queue, which recur anyway', async () => {
  expect((await send('queue.retry-failed', { queue: 'maintenance', reason })).status).toBe(400);
});

it('removes failed jobs only for an officer, after it has stored their enquiries', async () => {
  await createCheapUser(stores, { username: 'officer', password, role: 'officer' });
  const id = await addFailedJob();
  const unreadable = await queues.submissions.getJob(await addFailedJob());
  await unreadable?.updateData({ version: 99 } as never);
  const body = { queue: 'submissions', reason };
  expect((await send('queue.remove-failed', body)).status).toBe(403);
  const late = await sessionOf(stores, 'officer', 11);
  expect((await send('queue.remove-failed', body, late)).status).toBe(401);
  const officer = await sessionOf(stores, 'officer');
  const answer = await send('queue.remove-failed', body, officer);
  expect(await answer.json()).toEqual({ changed: 1 });
  expect(await queues.submissions.getJob(id)).toBeUndefined();
  const stored = await findSubmission(stores, id);
  expect(stored?.notifications.staff?.status).toBe('pending');
  expect(await lastRecord()).toMatchObject({
    ...{ actor: 'officer', action: 'queue.remove-failed', outcome: 'done', counts: { jobs: 1 } },
    subject: { reason, count: 2, conditions: ['submissions', 'failed'] },
  });
  expect(await unreadable?.isFailed()).toBe(true);
  await unreadable?.remove();
});

it('pauses a queue until it is resumed, and records the reason', async () => {
  const queue = 'notifications';
  await ask('queue.pause', { queue, reason });
  expect(await queues.notifications.isPaused()).toBe(true);
  const isPaused = async () =>
    (await ask('queue.list')).queues.find(({ name }) => name === queue)?.isPaused;
  expect(await isPaused()).toBe(true);
  expect((await send('queue.pause', { queue, reason })).status).toBe(409);
  await ask('queue.resume', { queue, reason });
  expect(await queues.notifications.isPaused()).toBe(false);
  expect(await lastRecord()).toMatchObject({
    ...{ action: 'queue.resume', outcome: 'done', subject: { reason, conditions: [queue] } },
  });
  expect(await isPaused()).toBe(false);
});

it('is read-only while MongoDB is down, and shows Redis data only in cached sessions', async () => {
  await ask('queue.list');
  const unseen = await signIn();
  await proxies.mongodb.down();
  const { queues: found } = await ask('queue.list');
  expect(found).toHaveLength(3);
  expect((await send('queue.pause', { queue: 'maintenance', reason })).status).toBe(503);
  expect(await queues.maintenance.isPaused()).toBe(false);
  expect((await send('queue.list', undefined, unseen)).status).toBe(503);
  const board = `${office.url}${queueBoardPath}/api/queues`;
  expect((await fetch(board, { headers: { Cookie: cookie } })).status).toBe(503);
  await proxies.mongodb.up();
  await expect.poll(async () => (await send('queue.list', undefined, unseen)).status).toBe(200);
});

it('shows what is wrong while Redis is down', async () => {
  await proxies.redis.down();
  await expect.poll(async () => (await ask('queue.list')).queues, { interval: 500 }).toEqual([]);
  const redisOf = async () =>
    (await ask('status.health')).findings.find(({ id }) => id === 'redis');
  await expect.poll(async () => (await redisOf())?.level, { timeout: 15_000 }).toBe('critical');
  expect((await send('queue.pause', { queue: 'maintenance', reason })).status).toBe(503);
  await proxies.redis.up();
});
