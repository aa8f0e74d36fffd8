import type { Redis } from 'ioredis';

import { closeQueues, openQueues, type Queues } from '#server/queues.ts';
import { connectRedis } from '#server/redis.ts';

/** Opens the product's queues while the work runs. */
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
