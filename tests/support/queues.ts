import { Worker, type Queue } from 'bullmq';
import type { Redis } from 'ioredis';

import { closeQueues, openQueues, type Queues } from '#server/queues.ts';
import { connectRedis } from '#server/redis.ts';

export async function withQueues<Result>(
  redisUrl: string,
  prefix: string,
  work: (queues: Queues, redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = connectRedis(redisUrl);
  const queues = openQueues(redis, prefix);
  try {
    return await work(queues, redis);
  } finally {
    await closeQueues(queues, redis);
  }
}

/** Fails the only waiting job of a queue, as a worker does. */
export async function failWaitingJob(queue: Queue, redis: Redis, reason = 'a test'): Promise<void> {
  const worker = new Worker(queue.name, null, {
    connection: redis,
    prefix: queue.opts.prefix ?? '',
  });
  try {
    const job = await worker.getNextJob('a test');
    await job.moveToFailed(new Error(reason), 'a test');
  } finally {
    await worker.close(true);
  }
}
