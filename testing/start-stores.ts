import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

import { stopChild } from '../dev/processes.ts';
import { startEmbeddedMongodb } from '../dev/embedded-mongodb/server.ts';
import { findFreePort } from '../dev/ports.ts';
import { ensureRedisServer, startRedisServer } from '../dev/redis-server.ts';
import { buildServers } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    redisUrl: string;
    mongodbUri: string;
  }
}

/**
 * Builds the servers, and gives the tests a real Redis and a server for the MongoDB driver: those of REDIS_URL and
 * MONGODB_URI where they are set, else its own in a folder that goes away afterwards.
 */
export default async function startStores(project: TestProject): Promise<() => Promise<void>> {
  buildServers();
  const dataDir = await mkdtemp(join(tmpdir(), 'stores-'));
  const stops: (() => Promise<void>)[] = [];

  async function redisUrl(): Promise<string> {
    if (process.env.REDIS_URL) return process.env.REDIS_URL;
    const port = await findFreePort();
    const binary = ensureRedisServer(console.info);
    const server = await startRedisServer({ binary, port, dataDir: join(dataDir, 'redis') });
    stops.push(() => stopChild(server));
    return `redis://127.0.0.1:${port}`;
  }

  async function mongodbUri(): Promise<string> {
    if (process.env.MONGODB_URI) return process.env.MONGODB_URI;
    const server = await startEmbeddedMongodb({
      port: 0,
      dataDir: join(dataDir, 'mongodb'),
      expiryIntervalMs: 1_000,
    });
    stops.push(() => server.close());
    return server.uri;
  }

  project.provide('redisUrl', await redisUrl());
  project.provide('mongodbUri', await mongodbUri());
  return async () => {
    for (const stop of stops) await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
