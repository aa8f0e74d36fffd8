import { resolve } from 'node:path';
import { Redis } from 'ioredis';

/**
 * Stops a Redis that an earlier run left behind on this data folder (its starter was killed
 * before it could): two servers must not write one append-only file. Touches no other Redis.
 */
export async function stopOrphanedRedis(port: number, dataDir: string): Promise<void> {
  const redis = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 1_000,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const [, folder] = (await redis.config('GET', 'dir')) as [string, string];
    if (folder && resolve(folder) === resolve(dataDir)) await redis.shutdown('NOSAVE');
  } catch {
    // Nothing answers there, or what answers is not ours.
  } finally {
    redis.disconnect();
  }
}
