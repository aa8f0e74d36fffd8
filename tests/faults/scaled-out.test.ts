import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { contactPath, idempotencyKeyHeader } from '../../contract/api.ts';
import {
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
} from '../../contract/jobs.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import type { Service } from '../../testing/service.ts';
import { connectRedis, type Redis } from '../../packages/server/redis.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startPipeline } from '../../testing/running-product.ts';
import { send } from '../../testing/send-enquiry.ts';

const count = 60;
const limit = 30;
const pipeline = forAllTests(startPipeline);
let apis: Service[];
let redis: Redis;

beforeAll(async () => {
  const worker = { SWEEP_EVERY_SECONDS: '2' };
  const api = { RATE_LIMIT_PER_ADDRESS: String(limit), TRUSTED_PROXY_HOPS: '1' };
  await Promise.all([1, 2, 3].map(() => pipeline.start('worker', worker)));
  apis = await Promise.all([1, 2, 3].map(() => pipeline.start('api', api)));
  redis = connectRedis(pipeline.settings.REDIS_URL);
});

afterAll(() => redis.disconnect());

function open(name: string): Queue {
  return new Queue(name, { connection: redis, prefix: pipeline.settings.QUEUE_PREFIX });
}

function address(turn: number): string {
  return apis[turn % apis.length]?.url ?? '';
}

/** Sends an enquiry until one of the APIs accepts it. Retries use the same key, as on the site. */
function sendAnywhere(turn: number): Promise<string> {
  const headers = { 'X-Forwarded-For': `192.0.2.${turn}`, [idempotencyKeyHeader]: randomUUID() };
  let tries = 0;
  return waitFor(
    `enquiry ${turn} is accepted`,
    () => send(address(turn + tries++), `visitor-${turn}`, headers),
    60_000,
  );
}

it('stores each enquiry once and sends its two emails', async () => {
  const references = await Promise.all(
    Array.from({ length: count }, (_, turn) => sendAnywhere(turn)),
  );
  for (const reference of references) await pipeline.untilSent(reference);

  const { submissions } = pipeline.database;
  expect(await submissions.countDocuments({})).toBe(count);
  const ids = pipeline.mail.accepted.map(({ mail }) => mail.messageId);
  expect(ids).toHaveLength(2 * count);
  expect(new Set(ids).size).toBe(2 * count);
  for (const { queue } of [storeSubmissionJob, sendNotificationJob]) {
    const jobs = await open(queue).getJobs(['completed']);
    // On a busy machine, a first attempt can time out. Its retry does not count as a second run.
    const twice = jobs.filter((job) => job.attemptsMade > 1 && job.failedReason !== 'timeout');
    expect(twice.map(({ id, failedReason }) => ({ id, failedReason }))).toEqual([]);
    expect(await open(queue).getFailedCount()).toBe(0);
  }
});

/** Exceeds the limit of an address, with requests to each API in turn. Returns the statuses. */
async function statusesFor(from: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < limit + apis.length; turn += 1) {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
    const answer = await fetch(`${address(turn)}${contactPath}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(createUniqueEnquiry()),
    });
    statuses.push(answer.status);
  }
  return statuses;
}

it('counts the requests of an address across all APIs', async () => {
  // On a busy machine, an API that waits too long for Redis counts in memory.
  let turn = 0;
  await waitFor('every request is counted in Redis', async () => {
    const statuses = await statusesFor(`198.51.100.${(turn += 1)}`);
    return statuses.join() === [...Array<number>(limit).fill(202), 429, 429, 429].join();
  });
});

it('schedules the sweep only once across all workers', async () => {
  const maintenance = open(sweepNotificationsJob.queue);
  const schedules = await maintenance.getJobSchedulers();
  expect(schedules.map(({ key }) => key)).toEqual([sweepNotificationsJob.name]);
  await waitFor('the sweep has run', async () => (await maintenance.getCompletedCount()) > 1);
  // Active jobs are not counted, because the next run is added as soon as a run starts.
  const upcoming = await maintenance.getJobs(['delayed', 'waiting']);
  const names = upcoming.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
