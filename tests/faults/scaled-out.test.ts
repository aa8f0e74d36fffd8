import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { idempotencyKeyHeader } from '#contract/api.ts';
import { sendNotificationJob, storeSubmissionJob } from '#contract/jobs.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import type { Service } from '#support/service.ts';
import { connectRedis, type Redis } from '#server/redis.ts';
import { waitFor } from '#support/wait-for.ts';
import { startPipeline } from '#support/running-product.ts';
import { send } from '#support/send-enquiry.ts';

const count = 60;
const pipeline = forAllTests(startPipeline);
let apis: Service[];
let redis: Redis;

beforeAll(async () => {
  const worker = { SWEEP_EVERY_SECONDS: '2' };
  const api = { TRUSTED_PROXY_HOPS: '1' };
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
