import { Queue } from 'bullmq';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { contactPath } from '../../contract/api.ts';
import {
  sendCanaryJob,
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
} from '../../contract/jobs.ts';
import type { Service } from '../../dev/service.ts';
import { createRedis, type RedisClient } from '../../platform/redis.ts';
import { waitFor } from '../wait-for.ts';
import { send, startPipeline, type Pipeline } from './pipeline.ts';

const limit = 60;
let pipeline: Pipeline;
let apis: Service[];
let redis: RedisClient;

beforeAll(async () => {
  pipeline = await startPipeline();
  const worker = { CANARY_EVERY_MINUTES: '60', SWEEP_EVERY_SECONDS: '2' };
  const api = { RATE_LIMIT_PER_ADDRESS: String(limit) };
  await Promise.all([1, 2, 3].map(() => pipeline.start('worker', worker)));
  apis = await Promise.all([1, 2, 3].map(() => pipeline.start('api', api)));
  redis = createRedis(pipeline.settings.REDIS_URL, 'patient');
}, 120_000);

afterAll(async () => {
  redis.disconnect();
  await pipeline.stop();
});

function open(name: string): Queue {
  return new Queue(name, { connection: redis, prefix: pipeline.settings.QUEUE_PREFIX });
}

function address(turn: number): string {
  return apis[turn % apis.length]?.url ?? '';
}

it('stores each enquiry once and mails it twice, whichever processes meet it', async () => {
  const sent = await Promise.all(
    Array.from({ length: limit }, (_, turn) => send(address(turn), `visitor-${turn}`)),
  );
  const references = sent.filter((reference) => reference !== undefined);
  expect(references).toHaveLength(limit);
  await Promise.all(references.map((reference) => pipeline.untilSent(reference, 60_000)));

  expect(await pipeline.database.submissions.countDocuments({ canary: { $exists: false } })).toBe(
    limit,
  );
  const ids = pipeline.mail.messages.map(({ messageId }) => messageId);
  expect(ids).toHaveLength(2 * limit);
  expect(new Set(ids).size).toBe(2 * limit);
  for (const { queue } of [storeSubmissionJob, sendNotificationJob]) {
    const jobs = await open(queue).getJobs(['completed']);
    expect(jobs.filter(({ attemptsMade }) => attemptsMade > 1)).toEqual([]);
    expect(await open(queue).getFailedCount()).toBe(0);
  }
}, 90_000);

it('counts what an address sends over all the APIs together', async () => {
  const statuses = await Promise.all(
    apis.map(async ({ url }) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(`${url}${contactPath}`, { method: 'POST', headers, body: '{}' })).status;
    }),
  );
  expect(statuses).toEqual([429, 429, 429]);
});

it('keeps one schedule of the sweeper and one of the canary for all the workers', async () => {
  const maintenance = open(sweepNotificationsJob.queue);
  const schedules = await maintenance.getJobSchedulers();
  expect(schedules.map(({ key }) => key).sort()).toEqual([
    sendCanaryJob.name,
    sweepNotificationsJob.name,
  ]);
  await waitFor('it has swept', async () => (await maintenance.getCompletedCount()) > 1);
  const upcoming = await maintenance.getJobs(['delayed', 'waiting', 'active']);
  const names = upcoming.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const canaries = await pipeline.database.submissions.countDocuments({ canary: true });
  expect(canaries).toBeLessThanOrEqual(1);
});
