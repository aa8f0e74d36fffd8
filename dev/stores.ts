import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { DevConfig } from './config.ts';
import { chooseMongodb, stopOrphanedMongodb } from './mongodb-server.ts';
import { choosePort } from './ports.ts';
import { supervise } from './processes.ts';
import { prepareRedis, stopOrphanedRedis } from './redis-server.ts';
import { ensurePassword } from './store-password.ts';

const usualRedisPort = 6380;
const usualMongodbPort = 27018;

/**
 * Starts Redis and MongoDB unless the settings name existing ones, and reports which are in use.
 * For each store that it launches, adds a function to `stops` that stops the store, even if the
 * store then fails to start.
 */
export async function startStores(
  { DATA_DIR, REDIS_URL, REDIS_PORT, MONGODB_URI, MONGODB_PORT }: DevConfig,
  stops: (() => unknown)[],
  say: (line: string) => void,
) {
  const dataDir = join(DATA_DIR, 'redis');
  await stopOrphanedRedis(dataDir);
  await stopOrphanedMongodb(DATA_DIR);
  // Only our own folders, because the data folder may contain other files.
  for (const name of ['redis', 'mongodb', 'outbox']) keepToOwner(join(DATA_DIR, name));

  const redisPort = REDIS_URL ? 0 : await choosePort('REDIS_PORT', REDIS_PORT, usualRedisPort);
  const redis = REDIS_URL
    ? undefined
    : prepareRedis({ port: redisPort, dataDir, password: ensurePassword(dataDir) }, say);
  const port = MONGODB_URI ? 0 : await choosePort('MONGODB_PORT', MONGODB_PORT, usualMongodbPort);
  const password = MONGODB_URI ? '' : ensurePassword(join(DATA_DIR, 'mongodb'));
  const mongodb = MONGODB_URI
    ? undefined
    : await chooseMongodb({ port, dataDir: DATA_DIR, password }, say);

  // Starts both without awaiting either, so that each is in `stops` even if the other fails.
  const starting = Object.entries({ MongoDB: mongodb, Redis: redis }).flatMap(([name, server]) => {
    if (!server) return [];
    const store = supervise(name, server, say, ` Accepted enquiries are safe in ${DATA_DIR}.`);
    stops.push(store.stop);
    return [store.ready];
  });
  await Promise.all(starting);
  say(`Redis:   ${redis ? 'redis-server on this machine' : 'your Redis (REDIS_URL)'}`);
  say(`MongoDB: ${mongodb?.description ?? 'your MongoDB (MONGODB_URI)'}`);

  return {
    redisUrl: REDIS_URL ?? redis?.url ?? '',
    mongodbUri: MONGODB_URI ?? mongodb?.uri ?? '',
  };
}

/** Makes a file, or a folder and its contents, accessible only to the owner. */
function keepToOwner(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry || entry.isSymbolicLink()) return;
  const wanted = entry.mode & (entry.isDirectory() ? 0o700 : 0o600);
  if (entry.mode & 0o077) chmodSync(path, wanted);
  if (!entry.isDirectory()) return;
  for (const name of readdirSync(path)) keepToOwner(join(path, name));
}
