import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { connectTo, readAll } from './sockets.ts';
import { waitForAnswer } from './ports.ts';
import { keepLastLine, type Startable } from './processes.ts';
import { findOrInstall } from './programs.ts';
import { readPassword } from './store-password.ts';

const help = `Redis was not found. Use one of these:
  your package manager             (brew install redis, apt-get install redis-server, …)
  REDIS_URL=redis://host:6379      (an existing server)
  docker run -p 127.0.0.1:6379:6379 redis:7.4-alpine redis-server --appendonly yes --appendfsync always
                                   (then set REDIS_URL=redis://127.0.0.1:6379)`;

/** The time in milliseconds for Redis to answer or to stop. */
const stopTimeout = 10_000;
const socketName = 'redis.sock';

/** The path of `redis-server`, as found or installed by `findOrInstall`. */
function ensureRedisServer(say: (line: string) => void): string {
  return findOrInstall(['redis-server'], 'redis-server', say, help);
}

interface RedisOptions {
  port: number;
  /** The folder of the append-only file, created if necessary. */
  dataDir: string;
  /** Without a password, every client has all rights. */
  password?: string;
  /** Additional settings, such as `--maxmemory 5mb`. */
  settings?: string[];
}

/**
 * Prepares a Redis on loopback with production settings: every acknowledged write is on disk, and
 * nothing is evicted. Redis is ready when it has loaded its data.
 */
export function prepareRedis(
  { port, dataDir, password = '', settings = [] }: RedisOptions,
  say: (line: string) => void,
): Startable & { url: string } {
  const binary = ensureRedisServer(say);
  // The password is in a file, because every user of the machine can read a program's arguments.
  const config = join(dataDir, 'redis.conf');
  const args = [
    ...(password ? [config] : []),
    // The next start finds an orphaned Redis through the socket, whose path is relative to `--dir`.
    ...['--bind', '127.0.0.1', '--port', String(port), '--dir', dataDir],
    ...['--unixsocket', socketName],
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
    ...['--save', '', '--loglevel', 'warning', ...settings],
  ];
  return {
    url: `redis://${password && `:${password}@`}127.0.0.1:${port}`,
    launch() {
      mkdirSync(dataDir, { recursive: true });
      if (password) writeFileSync(config, `requirepass ${password}\n`, { mode: 0o600 });
      // In its own process group, because Ctrl-C must not stop Redis before its clients.
      const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
      return keepLastLine(child);
    },
    untilReady: (child) =>
      waitForAnswer(child, async () => {
        const socket = await connectTo(dataDir, socketName);
        socket?.write(`${password && `AUTH ${password}\r\n`}PING\r\nQUIT\r\n`);
        const answer = socket && (await readAll(socket, stopTimeout));
        return answer?.includes('+PONG') ? '' : `Redis answers: ${answer ?? 'nothing'}`;
      }),
  };
}

/**
 * Stops a Redis that a killed run left running on this data folder, because two servers must not
 * write to the same append-only file. The file contains all acknowledged writes, so Redis need not
 * save anything.
 *
 * @throws Error if Redis does not stop.
 */
export async function stopOrphanedRedis(dataDir: string): Promise<void> {
  const socket = await connectTo(dataDir, socketName);
  if (!socket) return;
  const password = readPassword(dataDir);
  socket.write(`${password && `AUTH ${password}\r\n`}SHUTDOWN NOSAVE\r\n`);
  // Redis replies to SHUTDOWN only if it cannot stop; otherwise it closes the connection.
  const replies = (await readAll(socket, stopTimeout)) ?? 'no answer';
  const answer = password ? replies.replace(/^.*\r\n/, '') : replies;
  if (answer)
    throw new Error(`Redis is already running on ${dataDir} and cannot be stopped: ${answer}`);
}
