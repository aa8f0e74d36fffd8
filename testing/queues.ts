import type { Redis } from 'ioredis';

import { closeQueues, openQueues, type Queues } from '../platform/queues.ts';
import { createRedis } from '../platform/redis.ts';

/** Opens the queues of the product for as long as the work takes. */
export async function withQueues<Result>(
  redisUrl: string,
  prefix: string,
  work: (queues: Queues, redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = createRedis(redisUrl, 'background') as Redis;
  const queues = openQueues(redis, prefix);
  try {
    return await work(queues, redis);
  } finally {
    await closeQueues(queues, redis);
  }
}
