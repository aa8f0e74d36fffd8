import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';

import { connectTo, readAll } from './lock.ts';
import { waitForAnswer } from './ports.ts';
import { keepLastLine } from './processes.ts';
import { findOrInstall } from './programs.ts';

const help = `There is no Redis to use. Any one of these provides it:
  your package manager             (brew install redis, apt-get install redis-server, …)
  REDIS_URL=redis://host:6379      (a server that you already have)
  docker run -p 127.0.0.1:6379:6379 redis:7.4-alpine redis-server --appendonly yes --appendfsync always
                                   (then set REDIS_URL=redis://127.0.0.1:6379)`;

/** Milliseconds. */
const stopTimeout = 10_000;
const socketName = 'redis.sock';

/** The path of `redis-server`, installed first where that can be done. */
export function ensureRedisServer(say: (line: string) => void): string {
  return findOrInstall(['redis-server'], 'redis-server', say, help);
}

export interface RedisOptions {
  binary: string;
  port: number;
  /** The folder of the append-only file; made if it is not there. */
  dataDir: string;
  /** Further settings, such as `--maxmemory 5mb`. */
  settings?: string[];
}

/**
 * Starts Redis on loopback as production runs it: every acknowledged write is on the disk, and
 * nothing is evicted. It does not serve them yet.
 */
export function launchRedis({ binary, port, dataDir, settings = [] }: RedisOptions): ChildProcess {
  mkdirSync(dataDir, { recursive: true });
  const args = [
    // The path of the socket begins at the folder, where the next start finds what this one left.
    ...['--bind', '127.0.0.1', '--port', String(port), '--dir', dataDir],
    ...['--unixsocket', socketName],
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
    ...['--save', '', '--loglevel', 'warning', ...settings],
  ];
  // Its own process group: Ctrl-C at the terminal must not stop Redis before its clients.
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  return keepLastLine(child);
}

/** Starts Redis in the same way. Resolves when it has read its files and serves them. */
export async function startRedisServer(options: RedisOptions): Promise<ChildProcess> {
  const child = launchRedis(options);
  await waitForRedis(options.dataDir, child);
  return child;
}

/** Resolves when Redis has read its files; rejects when it ends before, or after a minute. */
export function waitForRedis(dataDir: string, child: ChildProcess): Promise<void> {
  return waitForAnswer(child, async () => {
    const socket = await connectTo(dataDir, socketName);
    socket?.write('PING\r\nQUIT\r\n');
    return (
      socket !== undefined && (await readAll(socket, stopTimeout))?.startsWith('+PONG') === true
    );
  });
}

/**
 * Stops a Redis that an earlier run left behind on this data folder (its starter was killed
 * before it could): two servers must not write one append-only file. All that it has acknowledged
 * is in the file.
 */
export async function stopOrphanedRedis(dataDir: string): Promise<void> {
  const socket = await connectTo(dataDir, socketName);
  if (!socket) return;
  socket.write('SHUTDOWN NOSAVE\r\n');
  // It answers only if it cannot; else its end is the end of the connection.
  const answer = (await readAll(socket, stopTimeout)) ?? 'no answer';
  if (answer) throw new Error(`A Redis runs on ${dataDir} and cannot be stopped: ${answer}`);
}
