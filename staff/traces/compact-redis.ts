import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';

import type { RedisClient } from '../../platform/redis.ts';
import { redisNodes } from '../../platform/redis-nodes.ts';

const patience = 120_000;

/**
 * Has Redis write its append-only file anew, without what has been deleted, and waits for it.
 *
 * @returns whether it did; a Redis that keeps no such file has nothing to write.
 */
export async function compactRedis(redis: RedisClient): Promise<boolean> {
  const deadline = Date.now() + patience;
  const compacted = await Promise.all(redisNodes(redis).map((node) => compact(node, deadline)));
  return compacted.every(Boolean);
}

async function compact(redis: Redis, deadline: number): Promise<boolean> {
  if (!/^aof_enabled:1/m.test(await redis.info('persistence'))) return false;
  // A rewrite that began before the deletion would keep what was deleted since.
  await waitForRewrite(redis, deadline);
  await redis.bgrewriteaof();
  await waitForRewrite(redis, deadline);
  return /^aof_last_bgrewrite_status:ok/m.test(await redis.info('persistence'));
}

async function waitForRewrite(redis: Redis, deadline: number): Promise<void> {
  while (/^aof_rewrite_(?:in_progress|scheduled):1/m.test(await redis.info('persistence'))) {
    if (Date.now() > deadline) throw new Error('Redis does not finish writing its file anew.');
    await sleep(100);
  }
}
