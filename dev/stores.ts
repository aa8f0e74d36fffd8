import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { buildIfStale } from './build-site.ts';
import { accepts, projectRoot } from './processes.ts';
import { findOrInstall, findProgram } from './programs.ts';

const redisHelp = `Redis was not found. Use one of these:
  your package manager             (brew install redis, apt-get install redis-server, …)
  REDIS_URL=redis://host:6379      (an existing server)
  docker run -p 127.0.0.1:6379:6379 redis:7.4-alpine redis-server --appendonly yes --appendfsync always
                                   (then set REDIS_URL=redis://127.0.0.1:6379)`;

interface StoreOptions {
  port: number;
  /** The store gets a folder in it, which is created if necessary. */
  dataDir: string;
  /** Additional arguments, such as `--maxmemory 5mb`. */
  settings?: string[];
}

/** Has production settings: acknowledged writes are on disk, and nothing is evicted. */
export function prepareRedis({ port, dataDir, settings = [] }: StoreOptions) {
  const program = findOrInstall(['redis-server'], 'redis-server', redisHelp);
  const folder = join(dataDir, 'redis');
  const args = [
    ...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder],
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
    ...['--save', '', '--loglevel', 'warning', '--logfile', 'redis.log', ...settings],
  ];
  return {
    name: 'Redis',
    url: `redis://127.0.0.1:${port}`,
    note: ` Accepted enquiries are safe in ${dataDir}. See redis/redis.log there.`,
    launch() {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // In a separate process group, because Ctrl-C must not stop Redis before its clients.
      return spawn(program, args, { stdio: 'inherit', detached: true });
    },
    async isReady() {
      const socket = connect(port, '127.0.0.1');
      socket.write('PING\r\nQUIT\r\n');
      return (await text(socket).catch(() => '')).includes('+PONG');
    },
  };
}

/** Prepares `mongod` from PATH, else the embedded MongoDB, which is built if necessary. */
export function prepareMongodb({ port, dataDir }: StoreOptions) {
  const folder = join(dataDir, 'mongodb');
  const mongod = findProgram('mongod');
  if (!mongod) buildIfStale('mongodb');
  const args = mongod
    ? ['--bind_ip', '127.0.0.1', '--dbpath', folder, '--quiet']
    : ['build/mongodb.js', '--data', folder];
  return {
    name: 'MongoDB',
    url: `mongodb://127.0.0.1:${port}/enquiries`,
    note: ` Accepted enquiries are safe in ${dataDir}.`,
    launch() {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return spawn(mongod ?? process.execPath, [...args, '--port', String(port)], {
        cwd: projectRoot,
        // The IPC channel makes the embedded server exit with its parent.
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        detached: true,
      });
    },
    isReady: () => accepts(port),
  };
}
