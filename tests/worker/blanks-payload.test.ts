import { expect, it } from 'vitest';

import { forAllTests } from '../../testing/for-all-tests.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startTestWorker, submit } from '../../testing/test-worker.ts';
import { untilSent } from '../../testing/own-stores.ts';

const worker = forAllTests(startTestWorker);

async function everythingInRedis(): Promise<string> {
  const redis = worker.redis;
  const found: unknown[] = [];
  for (const key of await redis.keys(`${worker.config.queuePrefix}:*`)) {
    const type = await redis.type(key);
    found.push(key);
    if (type === 'string') found.push(await redis.get(key));
    if (type === 'hash') found.push(await redis.hgetall(key));
    if (type === 'list') found.push(await redis.lrange(key, 0, -1));
    if (type === 'set') found.push(await redis.smembers(key));
    if (type === 'zset') found.push(await redis.zrange(key, '0', '-1'));
    if (type === 'stream') found.push(await redis.xrange(key, '-', '+'));
  }
  return JSON.stringify(found);
}

it('leaves no personal data in Redis after the enquiry is stored in MongoDB', async () => {
  const typed = {
    firstName: 'MARKED-A',
    lastName: 'MARKED-B',
    email: 'marked@example.org',
    organisation: 'MARKED-C',
    message: 'MARKED-D is the message',
  };
  const id = await submit(worker.queues, typed);
  await untilSent(worker.database, id);
  const job = await waitFor('the job is completed', async () => {
    const found = await worker.queues.submissions.getJob(id);
    return found?.finishedOn !== undefined && found;
  });
  expect(job.data).toMatchObject({ version: 1, id, stored: true });
  const everything = await everythingInRedis();
  expect(everything).toContain(id);
  expect(everything).not.toMatch(/marked/i);
});
