import { startOwnRedis } from '../../testing/own-redis.ts';
import { startProxyFor } from '../../testing/tcp-proxy.ts';
import { waitFor } from '../../testing/wait-for.ts';

/** Two Redis servers behind one name, a primary and its replica. */
export type RedisPair = Awaited<ReturnType<typeof startRedisPair>>;

export async function startRedisPair() {
  let [primary, replica] = await Promise.all([startOwnRedis(), startOwnRedis()]);
  await replica.ask((redis) => redis.replicaof('127.0.0.1', new URL(primary.url).port));
  const name = await startProxyFor(primary.url, 6_379);

  /** Swaps the roles of the two without losing a write. The name keeps leading to the first. */
  async function changePlaces(): Promise<void> {
    const to = ['TO', '127.0.0.1', new URL(replica.url).port, 'TIMEOUT', 10_000];
    await waitFor('the replica takes over', async () => {
      await primary.ask((redis) => redis.call('FAILOVER', ...to)).catch(() => undefined);
      const [role] = await replica.ask((redis) => redis.role());
      return role === 'master';
    });
    [primary, replica] = [replica, primary];
  }

  return {
    name,
    failover: {
      kill: changePlaces,
      /** Points the name at the primary; existing connections stay. */
      start() {
        name.switchTo(primary.url);
        return Promise.resolve();
      },
    },
    server: {
      kill: () => primary.kill(),
      start: () => primary.start(),
      async stop() {
        await name.down();
        await Promise.all([primary.stop(), replica.stop()]);
      },
    },
  };
}
