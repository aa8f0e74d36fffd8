import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stopChild } from '../../dev/children.ts';
import { findFreePort } from '../../dev/ports.ts';
import { ensureRedisServer, startRedisServer } from '../../dev/redis-server.ts';

/** A Redis that a test may ill-treat. */
export interface OwnRedis {
  url: string;
  start(): Promise<void>;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** Makes it hang: connections stand, nothing is answered. */
  hang(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** A Redis on a port of its own. It does not run yet. `settings` such as `--maxmemory 5mb`. */
export async function createOwnRedis(settings: string[] = []): Promise<OwnRedis> {
  const port = await findFreePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'own-redis-'));
  const binary = ensureRedisServer(console.info);
  let child: Awaited<ReturnType<typeof startRedisServer>> | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = await startRedisServer({ binary, port, dataDir, settings });
    },
    async kill() {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGKILL');
      await ended;
    },
    hang: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async stop() {
      child?.kill('SIGCONT');
      if (child) await stopChild(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
