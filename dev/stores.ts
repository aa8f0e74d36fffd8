import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { buildIfStale } from './build-site.ts';
import { converse, preferPort, waitForAnswer, waitForPort } from './ports.ts';
import { spawnNode, stopOrphan, supervise, writePid, type Startable } from './processes.ts';
import { findOrInstall, findProgram } from './programs.ts';
import type { DevSettings } from './settings.ts';

const redisHelp = `Redis was not found. Use one of these:
  your package manager             (brew install redis, apt-get install redis-server, …)
  REDIS_URL=redis://host:6379      (an existing server)
  docker run -p 127.0.0.1:6379:6379 redis:7.4-alpine redis-server --appendonly yes --appendfsync always
                                   (then set REDIS_URL=redis://127.0.0.1:6379)`;

type Say = (line: string) => void;

interface StoreOptions {
  port: number;
  /** The folder of the store's own folder, which is created if necessary. */
  dataDir: string;
  /** Additional arguments, such as `--maxmemory 5mb`. */
  settings?: string[];
}

/**
 * Prepares a Redis on loopback with production settings: every acknowledged write is on disk, and
 * nothing is evicted. Redis is ready when it has loaded its data.
 */
export function prepareRedis({ port, dataDir, settings = [] }: StoreOptions, say: Say) {
  const program = findOrInstall(['redis-server'], 'redis-server', say, redisHelp);
  const folder = join(dataDir, 'redis');
  const args = [
    ...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder],
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
    ...['--save', '', '--loglevel', 'warning', '--logfile', 'redis.log', ...settings],
  ];
  return {
    url: `redis://127.0.0.1:${port}`,
    launch() {
      mkdirSync(folder, { recursive: true });
      // In its own process group, because Ctrl-C must not stop Redis before its clients.
      const child = spawn(program, args, { stdio: 'inherit', detached: true });
      writePid(join(dataDir, 'redis.pid'), child);
      return child;
    },
    untilReady: (child) =>
      waitForAnswer(child, async () => {
        const answer = await converse(port, 'PING\r\nQUIT\r\n');
        return answer?.includes('+PONG') ? '' : `Redis answers: ${answer ?? 'nothing'}`;
      }),
  } satisfies Startable & { url: string };
}

/** Prepares `mongod` from PATH, else the embedded MongoDB, which is built if necessary. */
export async function prepareMongodb({ port, dataDir }: StoreOptions, say: Say) {
  const folder = join(dataDir, 'mongodb');
  const mongod = findProgram('mongod');
  if (!mongod) await buildIfStale('mongodb', say);
  const mongodArgs = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder];
  return {
    uri: `mongodb://127.0.0.1:${port}/enquiries`,
    description: mongod
      ? `mongod (${mongod})`
      : 'the embedded MongoDB-compatible server (for trying out the product; see README)',
    launch() {
      mkdirSync(folder, { recursive: true });
      const child = mongod
        ? spawn(mongod, [...mongodArgs, '--quiet'], {
            stdio: ['ignore', 'ignore', 'inherit'],
            detached: true,
          })
        : // The IPC channel makes the embedded server exit with its parent.
          spawnNode(['build/mongodb.js', '--port', String(port), '--data', folder], {}, [
            ...(['ignore', 'ignore', 'inherit', 'ipc'] as const),
          ]);
      writePid(join(dataDir, 'mongodb.pid'), child);
      return child;
    },
    untilReady: (child) => waitForPort(port, child),
  } satisfies Startable & { uri: string; description: string };
}

/**
 * Starts Redis and MongoDB unless the settings name existing ones, and reports which are in use.
 * Adds to `stops` what stops the stores that it starts, even if one of them fails to start.
 */
export async function startStores(
  { DATA_DIR: dataDir, REDIS_URL, REDIS_PORT, MONGODB_URI, MONGODB_PORT }: DevSettings,
  stops: (() => unknown)[],
  say: Say,
) {
  // Two servers must not write to the same files.
  await Promise.all(['redis', 'mongodb'].map((name) => stopOrphan(join(dataDir, `${name}.pid`))));
  // Only our own folders, because the data folder may contain other files.
  for (const folder of ['redis', 'mongodb', 'outbox'].map((name) => join(dataDir, name))) {
    if (existsSync(folder)) chmodSync(folder, 0o700);
  }
  const redis = REDIS_URL
    ? undefined
    : prepareRedis({ port: await preferPort(REDIS_PORT), dataDir }, say);
  const mongodb = MONGODB_URI
    ? undefined
    : await prepareMongodb({ port: await preferPort(MONGODB_PORT), dataDir }, say);
  const safe = ` Accepted enquiries are safe in ${dataDir}.`;
  const notes = { Redis: `${safe} See redis/redis.log there.`, MongoDB: safe };
  // Starts both without awaiting either, so that each is in `stops` even if the other fails.
  const starting = Object.entries({ Redis: redis, MongoDB: mongodb }).flatMap(([name, server]) => {
    if (!server) return [];
    const store = supervise(name, server, say, notes[name as keyof typeof notes]);
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
