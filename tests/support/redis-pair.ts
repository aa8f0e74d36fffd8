import { startOwnRedis } from './own-redis.ts';
import { startProxyFor } from './tcp-proxy.ts';

export type RedisPair = Awaited<ReturnType<typeof startRedisPair>>;

/** `name` is a proxy that stands for the common DNS name of a primary and its replica. */
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
