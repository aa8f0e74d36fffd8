import { startOwnRedis } from './own-redis.ts';
import { startProxyFor } from './tcp-proxy.ts';
import { waitFor } from './wait-for.ts';

/** A Redis primary and its replica. `name` is a proxy that stands for their common DNS name. */
export type RedisPair = Awaited<ReturnType<typeof startRedisPair>>;

export async function startRedisPair() {
  let [primary, replica] = await Promise.all([startOwnRedis(), startOwnRedis()]);
  // A `--replicaof` argument would apply again when this server is restarted as the primary.
  await replica.ask((redis) => redis.replicaof('127.0.0.1', new URL(primary.url).port));
  const name = await startProxyFor(primary.url, 6_379);
  return {
    name,
    servers: () => ({ primary, replica }),
    failover: {
      /** Swaps the roles without losing a write. The proxy still forwards to the old primary. */
      async kill() {
        const to = ['TO', '127.0.0.1', new URL(replica.url).port, 'TIMEOUT', 10_000];
        await waitFor('the replica takes over', async () => {
          await primary.ask((redis) => redis.call('FAILOVER', ...to)).catch(() => undefined);
          const [role] = await replica.ask((redis) => redis.role());
          return role === 'master';
        });
        [primary, replica] = [replica, primary];
      },
      /** Lets the proxy forward new connections to the primary; existing ones stay. */
      start() {
        name.switchTo(primary.url);
        return Promise.resolve();
      },
    },
    server: { kill: () => primary.kill(), start: () => primary.start() },
    async stop() {
      await name.down();
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}
