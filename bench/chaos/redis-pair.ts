import { join } from 'node:path';
import { Redis } from 'ioredis';

import { findFreePort } from '../../dev/ports.ts';
import { ensureRedisServer, startRedisServer } from '../../dev/redis-server.ts';
import { startOwnProcess } from '../../testing/own-process.ts';
import { startProxyFor, throughProxy } from '../../testing/tcp-proxy.ts';
import { waitFor } from '../../testing/wait-for.ts';

/** Two Redis servers behind one name, a primary and its replica. */
export type RedisPair = Awaited<ReturnType<typeof startRedisPair>>;

export async function startRedisPair(dataDir: string) {
  let primary = await startServer(join(dataDir, 'one'));
  let replica = await startServer(join(dataDir, 'other'));
  await ask(replica.port, (redis) => redis.replicaof('127.0.0.1', primary.port));
  const name = await startProxyFor(`redis://127.0.0.1:${primary.port}`, primary.port);

  /** Has the two change places without losing a write. The name goes on leading to the first. */
  async function changePlaces(): Promise<void> {
    const to = ['TO', '127.0.0.1', replica.port, 'TIMEOUT', 10_000];
    await waitFor('the replica takes over', async () => {
      await ask(primary.port, (redis) => redis.call('FAILOVER', ...to)).catch(() => undefined);
      return (await roleOf(replica.port)) === 'master';
    });
    [primary, replica] = [replica, primary];
  }

  return {
    url: throughProxy(`redis://127.0.0.1:${primary.port}`, name),
    name,
    failover: {
      kill: changePlaces,
      /** Leads the name to the primary; connections that are there stay. */
      start() {
        name.switchTo(`redis://127.0.0.1:${primary.port}`);
        return Promise.resolve();
      },
    },
    server: {
      kill: () => primary.kill(),
      start: () => primary.start(),
      async stop() {
        await name.close();
        await Promise.all([primary.stop(), replica.stop()]);
      },
    },
  };
}

async function startServer(dataDir: string) {
  const port = await findFreePort();
  const binary = ensureRedisServer(console.error);
  return { port, ...(await startOwnProcess(() => startRedisServer({ binary, port, dataDir }))) };
}

async function roleOf(port: number): Promise<unknown> {
  return (await ask(port, (redis) => redis.role()))[0];
}

async function ask<Answer>(port: number, question: (redis: Redis) => Promise<Answer>) {
  const redis = new Redis(port, '127.0.0.1');
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}
