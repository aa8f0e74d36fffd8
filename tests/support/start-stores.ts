import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

import { startEmbeddedMongodb } from '../../packages/embedded-mongodb/server.ts';
import { projectRoot } from '../../dev/processes.ts';
import { startOwnRedis } from './own-redis.ts';
import { buildServers } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    redisUrl: string;
    mongodbUri: string;
    /** A bundle of `dev/main.ts`. */
    startProgram: string;
  }
}

/**
 * Builds the servers and provides Redis and MongoDB for the tests: those of REDIS_URL and
 * MONGODB_URI if set, else temporary ones.
 */
export default async function startStores(project: TestProject): Promise<() => Promise<void>> {
  buildServers();
  const { REDIS_URL, MONGODB_URI } = process.env;
  const dataDir = await mkdtemp(join(tmpdir(), 'stores-'));
  const start = await bundleStart();
  const redis = REDIS_URL ? undefined : await startOwnRedis();
  const mongodb = MONGODB_URI
    ? undefined
    : await startEmbeddedMongodb({ port: 0, dataDir, expiryIntervalMs: 1_000 });
  project.provide('redisUrl', redis?.url ?? REDIS_URL ?? '');
  project.provide('mongodbUri', mongodb?.uri ?? MONGODB_URI ?? '');
  project.provide('startProgram', start.program);
  return async () => {
    await start.remove();
    await redis?.stop();
    await mongodb?.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Bundles `npm start` for this test run, because the bundle starts in a third of the time. */
async function bundleStart() {
  // Inside the project, so that the bundle finds its packages.
  const cache = join(projectRoot, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const outdir = await mkdtemp(join(cache, 'start-'));
  const source = join(projectRoot, 'dev/main.ts');
  await build({
    entryPoints: [source],
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // The project's folder is derived from this path.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(source)) },
  });
  return {
    program: join(outdir, 'main.js'),
    remove: () => rm(outdir, { recursive: true, force: true }),
  };
}
