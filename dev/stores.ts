import { spawn, type StdioOptions } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { buildIfStale } from './build-site.ts';
import { preferPort, waitForPort, waitForProcess } from './ports.ts';
import { spawnNode, stopOrphan, writePid, type Startable } from './processes.ts';
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

export interface Store extends Startable {
  url: string;
}

/**
 * Prepares a Redis on loopback with production settings: every acknowledged write is on disk, and
 * nothing is evicted. Redis is ready when it has loaded its data.
 */
export function prepareRedis({ port, dataDir, settings = [] }: StoreOptions, say: Say): Store {
  const program = findOrInstall(['redis-server'], 'redis-server', say, redisHelp);
  const folder = join(dataDir, 'redis');
  const args = [
    ...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder],
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
    ...['--save', '', '--loglevel', 'warning', '--logfile', 'redis.log', ...settings],
  ];
  return {
    url: `redis://127.0.0.1:${port}`,
    note: ` Accepted enquiries are safe in ${dataDir}. See redis/redis.log there.`,
    launch() {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // In its own process group, because Ctrl-C must not stop Redis before its clients.
      const child = spawn(program, args, { stdio: 'inherit', detached: true });
      writePid(join(dataDir, 'redis.pid'), child);
      return child;
    },
    untilReady: (child) =>
      waitForProcess(child, 'Redis', async () => {
        const socket = connect(port, '127.0.0.1');
        socket.write('PING\r\nQUIT\r\n');
        return (await text(socket).catch(() => '')).includes('+PONG');
      }),
  };
}

/** Prepares `mongod` from PATH, else the embedded MongoDB, which is built if necessary. */
export async function prepareMongodb({ port, dataDir }: StoreOptions, say: Say): Promise<Store> {
  const folder = join(dataDir, 'mongodb');
  const mongod = findProgram('mongod');
  if (!mongod) await buildIfStale('mongodb', say);
  const mongodArgs = ['--bind_ip', '127.0.0.1', '--dbpath', folder, '--quiet'];
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit'];
  return {
    url: `mongodb://127.0.0.1:${port}/enquiries`,
    note: ` Accepted enquiries are safe in ${dataDir}.`,
    launch() {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const child = mongod
        ? spawn(mongod, [...mongodArgs, '--port', String(port)], { stdio, detached: true })
        : // The IPC channel makes the embedded server exit with its parent.
          spawnNode(['build/mongodb.js', '--port', String(port), '--data', folder], {}, [
            ...stdio,
            'ipc',
          ]);
      writePid(join(dataDir, 'mongodb.pid'), child);
      return child;
    },
    untilReady: (child) => waitForPort(port, child),
  };
}

/** Prepares the stores that the settings do not name. Stops those of a killed `npm start`. */
export async function prepareStores(settings: DevSettings, say: Say) {
  const { DATA_DIR: dataDir, REDIS_PORT, MONGODB_PORT } = settings;
  // Two servers must not write to the same files.
  await Promise.all(['redis', 'mongodb'].map((name) => stopOrphan(join(dataDir, `${name}.pid`))));
  // Only our own folders, because the data folder may contain other files.
  for (const name of ['redis', 'mongodb', 'outbox']) {
    const folder = join(dataDir, name);
    if (existsSync(folder)) chmodSync(folder, 0o700);
  }
  const stores: { Redis?: Store; MongoDB?: Store } = {};
  if (!settings.REDIS_URL) {
    stores.Redis = prepareRedis({ port: await preferPort(REDIS_PORT), dataDir }, say);
  }
  if (!settings.MONGODB_URI) {
    stores.MongoDB = await prepareMongodb({ port: await preferPort(MONGODB_PORT), dataDir }, say);
  }
  return stores;
}
