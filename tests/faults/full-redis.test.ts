import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Service } from '../../dev/service.ts';
import { createOwnRedis, type OwnRedis } from '../api/own-redis.ts';
import { waitFor } from '../wait-for.ts';
import { send, startPipeline, type Pipeline } from './pipeline.ts';

let redis: OwnRedis;
let pipeline: Pipeline;
let settings: Record<string, string>;
let api: Service;

beforeAll(async () => {
  redis = await createOwnRedis(['--maxmemory', '24mb']);
  await redis.start();
  pipeline = await startPipeline();
  settings = { REDIS_URL: redis.url };
  api = await pipeline.start('api', settings);
});

afterAll(async () => {
  await pipeline.stop();
  await redis.stop();
});

it('refuses enquiries while the worker can still empty Redis, and takes them again then', async () => {
  const references: string[] = [];
  let reference: string | undefined;
  do {
    const message = `Enquiry ${references.length}. ${'It is a long one. '.repeat(200)}`;
    reference = await send(api.url, `visitor-${references.length}`, message);
    if (reference !== undefined) references.push(reference);
  } while (reference !== undefined);
  expect(references.length).toBeGreaterThan(500);
  expect(await (await fetch(`${api.url}/readyz`)).text()).toContain('too many enquiries wait');

  await pipeline.start('worker', settings);
  await waitFor(
    'all are stored',
    async () => {
      return (await pipeline.database.submissions.countDocuments()) === references.length;
    },
    60_000,
  );
  await pipeline.untilSent(references.at(-1) ?? '', 120_000);
  const after = await waitFor('it takes enquiries again', () => send(api.url, 'after'));
  await pipeline.untilSent(after, 60_000);
}, 300_000);
