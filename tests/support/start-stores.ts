import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

import { startEmbeddedMongodb } from '../../packages/embedded-mongodb/server.ts';
import { projectRoot } from '../../dev/processes.ts';
import { startOwnRedis } from './own-redis.ts';
import { startProgram } from './own-start.ts';
import { buildServers } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    redisUrl: string;
    mongodbUri: string;
  }
}

/** Uses the stores of REDIS_URL and MONGODB_URI if set, else temporary ones. */
export default async function startStores(project: TestProject): Promise<() => Promise<void>> {
  buildServers();
  const { REDIS_URL, MONGODB_URI } = process.env;
  const dataDir = await mkdtemp(join(tmpdir(), 'stores-'));
  await build({
    entryPoints: [join(projectRoot, 'dev/main.ts')],
    outfile: startProgram,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const redis = REDIS_URL ? undefined : await startOwnRedis();
  const mongodb = MONGODB_URI
    ? undefined
    : await startEmbeddedMongodb({ port: 0, dataDir, expiryIntervalMs: 1_000 });
  project.provide('redisUrl', redis?.url ?? REDIS_URL ?? '');
  project.provide('mongodbUri', mongodb?.uri ?? MONGODB_URI ?? '');
  return async () => {
    await redis?.stop();
    await mongodb?.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
