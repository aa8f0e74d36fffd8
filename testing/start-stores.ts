import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

import { startEmbeddedMongodb } from '../dev/embedded-mongodb/server.ts';
import { startOwnRedis } from './own-redis.ts';
import { buildServers } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    redisUrl: string;
    mongodbUri: string;
  }
}

/**
 * Builds the servers, and gives the tests a real Redis and a server for the MongoDB driver: those
 * of REDIS_URL and MONGODB_URI where they are set, else its own, whose files go away afterwards.
 */
export default async function startStores(project: TestProject): Promise<() => Promise<void>> {
  await buildServers();
  const { REDIS_URL, MONGODB_URI } = process.env;
  const dataDir = await mkdtemp(join(tmpdir(), 'stores-'));
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
