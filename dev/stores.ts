import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import type { DevConfig } from './config.ts';
import { chooseMongodb } from './mongodb-server.ts';
import { choosePort } from './ports.ts';
import { stopChild } from './processes.ts';
import { ensureRedisServer, startRedisServer, stopOrphanedRedis } from './redis-server.ts';

const usualRedisPort = 6380;
const usualMongodbPort = 27018;

/** Starts the Redis and the MongoDB that the settings do not name, and says which are in use. */
export async function startStores(config: DevConfig, say: (line: string) => void) {
  const started: ChildProcess[] = [];
  const redisUrl = config.REDIS_URL ?? (await startOwnRedis(config, started, say));
  say(`Redis:   ${config.REDIS_URL ? 'your Redis (REDIS_URL)' : 'redis-server of this machine'}`);

  const port = config.MONGODB_URI
    ? 0
    : await choosePort('MONGODB_PORT', config.MONGODB_PORT, usualMongodbPort);
  const mongodb = chooseMongodb(config.MONGODB_URI, port, config.DATA_DIR);
  if (mongodb.start) started.push(await mongodb.start());
  say(`MongoDB: ${mongodb.description}`);

  return {
    redisUrl,
    mongodbUri: mongodb.uri,
    async stop() {
      for (const child of started.reverse()) await stopChild(child);
    },
  };
}

async function startOwnRedis(
  config: DevConfig,
  started: ChildProcess[],
  say: (line: string) => void,
): Promise<string> {
  const binary = ensureRedisServer(say);
  const dataDir = join(config.DATA_DIR, 'redis');
  await stopOrphanedRedis(config.REDIS_PORT ?? usualRedisPort, dataDir);
  const port = await choosePort('REDIS_PORT', config.REDIS_PORT, usualRedisPort);
  started.push(await startRedisServer({ binary, port, dataDir }));
  return `redis://127.0.0.1:${port}`;
}
