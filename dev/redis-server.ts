import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';

import { findOrInstall } from './system-packages.ts';
import { waitForPort } from './ports.ts';

const help = `There is no Redis to use. Any one of these provides it:
  your package manager             (brew install redis, apt-get install redis-server, …)
  REDIS_URL=redis://host:6379      (a server that you already have)
  docker run -p 127.0.0.1:6379:6379 redis:7.4-alpine redis-server --appendonly yes --appendfsync always
                                   (then set REDIS_URL=redis://127.0.0.1:6379)`;

/** The path of `redis-server`, installed first where that can be done. */
export function ensureRedisServer(say: (line: string) => void): string {
  return findOrInstall(['redis-server'], 'redis-server', say, help);
}

export interface RedisServerOptions {
  binary: string;
  port: number;
  /** The folder of the append-only file; made if it is not there. */
  dataDir: string;
  /** Further settings, such as `--maxmemory 5mb`. */
  settings?: string[];
}

/**
 * Starts Redis on loopback as production runs it: every acknowledged write is on the disk, and
 * nothing is evicted. Resolves when it accepts connections.
 */
export async function startRedisServer(options: RedisServerOptions): Promise<ChildProcess> {
  mkdirSync(options.dataDir, { recursive: true });
  const settings = [
    ...['--bind', '127.0.0.1', '--port', String(options.port), '--dir', options.dataDir],
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
    ...['--save', '', '--loglevel', 'warning', ...(options.settings ?? [])],
  ];
  // Its own process group: Ctrl-C at the terminal must not stop Redis before its clients.
  const child = spawn(options.binary, settings, {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  await waitForPort(options.port, child);
  return child;
}
