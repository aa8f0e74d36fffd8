import { Cluster, type Redis } from 'ioredis';

import type { RedisClient } from './redis.ts';

/** The servers behind a connection that keep keys: one, or each master of a cluster. */
export function redisNodes(redis: RedisClient): Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

/** `INFO` of the server that keeps the given key; a cluster would ask any of its servers. */
export async function redisInfo(redis: RedisClient, key: string, section: string): Promise<string> {
  if (!(redis instanceof Cluster)) return redis.info(section);
  return String(await redis.eval("return redis.call('INFO', ARGV[1])", 1, key, section));
}
