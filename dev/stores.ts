import type { ChildProcess } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { DevConfig } from './config.ts';
import { chooseMongodb, stopOrphanedMongodb } from './mongodb-server.ts';
import { choosePort, waitForPort } from './ports.ts';
import { supervise } from './processes.ts';
import { ensureRedisServer, launchRedis, stopOrphanedRedis, waitForRedis } from './redis-server.ts';

type Say = (line: string) => void;

const usualRedisPort = 6380;
const usualMongodbPort = 27018;

/**
 * Starts Redis and MongoDB unless the settings name them, and reports which are in use. Adds
 * functions that stop them to `stops`, even if this rejects.
 */
export async function startStores(config: DevConfig, stops: (() => unknown)[], say: Say) {
  type UntilReady = (child: ChildProcess) => Promise<void>;
  function run(name: string, launch: () => ChildProcess, untilReady: UntilReady): Promise<void> {
    const comfort = ` What was accepted is safe in ${config.DATA_DIR}.`;
    const store = supervise(name, launch, untilReady, say, comfort);
    stops.push(store.stop);
    return store.ready;
  }

  await stopOrphanedRedis(join(config.DATA_DIR, 'redis'));
  await stopOrphanedMongodb(config.DATA_DIR);
  // Only our own folders: the data folder may contain other files.
  for (const name of ['redis', 'mongodb', 'outbox']) keepToOwner(join(config.DATA_DIR, name));

  const binary = config.REDIS_URL ? '' : ensureRedisServer(say);
  const redisPort = config.REDIS_URL
    ? 0
    : await choosePort('REDIS_PORT', config.REDIS_PORT, usualRedisPort);
  const port = config.MONGODB_URI
    ? 0
    : await choosePort('MONGODB_PORT', config.MONGODB_PORT, usualMongodbPort);
  const mongodb = await chooseMongodb(config.MONGODB_URI, port, config.DATA_DIR, say);

  // Nothing is awaited in between, so that each is in `stops` if the other fails.
  const starting: Promise<void>[] = [];
  if (mongodb.launch) {
    starting.push(run('MongoDB', mongodb.launch, (child) => waitForPort(port, child)));
  }
  if (!config.REDIS_URL) {
    const dataDir = join(config.DATA_DIR, 'redis');
    const launch = () => launchRedis({ binary, port: redisPort, dataDir });
    starting.push(run('Redis', launch, (child) => waitForRedis(dataDir, child)));
  }
  await Promise.all(starting);
  say(`Redis:   ${config.REDIS_URL ? 'your Redis (REDIS_URL)' : 'redis-server of this machine'}`);
  say(`MongoDB: ${mongodb.description}`);

  const redisUrl = config.REDIS_URL ?? `redis://127.0.0.1:${redisPort}`;
  return { redisUrl, mongodbUri: mongodb.uri };
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
