import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { contactAcceptedSchema } from '#contract/api.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { waitFor } from '#support/wait-for.ts';
import { startPipeline } from '#support/running-product.ts';
import { post, sendUntilAcknowledged } from '#support/send-enquiry.ts';

const redis = forAllTests(() => startOwnRedis(['--maxmemory', '8mb']));
const pipeline = forAllTests(() => startPipeline(false));
const api = forAllTests(() => pipeline.start('api', { REDIS_URL: redis.url }));

it('refuses enquiries before Redis is too full for the worker to drain, and recovers', async () => {
  // The longest possible message, so that fewer enquiries fill Redis.
  const message = 'é'.repeat(5_000);
  const references: string[] = [];
  for (let isFull = false; !isFull;) {
    const answer = await post(api.url, `visitor-${references.length}`, message);
    if (answer.status === 202) {
      references.push(contactAcceptedSchema.parse(await answer.json()).reference);
    } else {
      expect(answer.status).toBe(503);
      // On a busy machine, Redis can also be too slow to confirm an enquiry.
      const readiness = await (await fetch(`${api.url}/readyz`)).text();
      isFull = readiness.includes('the memory of Redis is full');
    }
    // The API checks Redis's memory every two seconds. Redis must not fill up between two checks.
    await sleep(25);
  }
  expect(references.length).toBeGreaterThan(150);

  await pipeline.start('worker', { REDIS_URL: redis.url });
  const all = () =>
    pipeline.database.submissions.countDocuments({ reference: { $in: references } });
  await waitFor('all are stored', async () => (await all()) === references.length);
  await pipeline.untilSent(references.at(-1));
  const after = await sendUntilAcknowledged(api.url, 'after');
  await pipeline.untilSent(after);
}, 300_000);
