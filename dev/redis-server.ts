import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { Redis } from 'ioredis';

import { waitForPort } from './ports.ts';
import { findOrInstall } from './programs.ts';

const help = `There is no Redis to use. Any one of these provides it:
  your package manager             (brew install redis, apt-get install redis-server, …)
  REDIS_URL=redis://host:6379      (a server that you already have)
  docker run -p 127.0.0.1:6379:6379 redis:7.4-alpine redis-server --appendonly yes --appendfsync always
                                   (then set REDIS_URL=redis://127.0.0.1:6379)`;

/** The path of `redis-server`, installed first where that can be done. */
export function ensureRedisServer(say: (line: string) => void): string {
  return findOrInstall(['redis-server'], 'redis-server', say, help);
}

/**
 * Starts Redis on loopback as production runs it: every acknowledged write is on the disk, and
 * nothing is evicted. Resolves when it accepts connections.
 */
export async function startRedisServer(options: {
  binary: string;
  port: number;
  /** The folder of the append-only file; made if it is not there. */
  dataDir: string;
  /** Further settings, such as `--maxmemory 5mb`. */
  settings?: string[];
}): Promise<ChildProcess> {
  const { binary, port, dataDir, settings = [] } = options;
  mkdirSync(dataDir, { recursive: true });
  const args = [
    ...['--bind', '127.0.0.1', '--port', String(port), '--dir', dataDir],
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
    ...['--save', '', '--loglevel', 'warning', ...settings],
  ];
  // Its own process group: Ctrl-C at the terminal must not stop Redis before its clients.
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  await waitForPort(port, child);
  return child;
}

/**
 * Stops a Redis that an earlier run left behind on this data folder (its starter was killed
 * before it could): two servers must not write one append-only file. Touches no other Redis.
 */
export async function stopOrphanedRedis(port: number, dataDir: string): Promise<void> {
  const redis = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 1_000,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const [, folder] = (await redis.config('GET', 'dir')) as [string, string];
    if (folder && resolve(folder) === resolve(dataDir)) await redis.shutdown('NOSAVE');
  } catch {
    // Nothing answers there, or what answers is not ours.
  } finally {
    redis.disconnect();
  }
}
