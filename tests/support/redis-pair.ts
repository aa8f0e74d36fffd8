import { startOwnRedis } from './own-redis.ts';
import { startProxyFor } from './tcp-proxy.ts';

export type RedisPair = Awaited<ReturnType<typeof startRedisPair>>;

/** Starts a Redis primary, its replica, and a proxy that stands for their common DNS name. */
export async function startRedisPair() {
  const [primary, replica] = await Promise.all([startOwnRedis(), startOwnRedis()]);
  await replica.ask((redis) => redis.replicaof('127.0.0.1', new URL(primary.url).port));
  const name = await startProxyFor(primary.url, 6_379);
  return {
    name,
    servers: () => ({ primary, replica }),
    async stop() {
      await name.down();
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}
