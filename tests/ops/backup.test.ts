import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { startEmbeddedMongodb } from '../../dev/embedded-mongodb/server.ts';
import { projectRoot } from '../../dev/processes.ts';
import { connect, createIndexes } from '../../storage/connection.ts';
import { startOwnRedis } from '../../testing/own-redis.ts';
import { silent, storeAccepted } from '../../testing/own-stores.ts';

let data: string;
let backup: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'data-'));
  backup = join(await mkdtemp(join(tmpdir(), 'backup-')), 'backup.tgz');
});

afterAll(async () => {
  await rm(data, { recursive: true });
  await rm(join(backup, '..'), { recursive: true });
});

/** Runs both stores on the folder, as `npm start` does, for as long as the work takes. */
async function withStores<Result>(
  work: (redisUrl: string, mongodbUri: string) => Promise<Result>,
): Promise<Result> {
  const redis = await startOwnRedis([], join(data, 'redis'));
  const mongodb = await startEmbeddedMongodb({ port: 0, dataDir: join(data, 'mongodb') });
  try {
    return await work(redis.url, `${mongodb.uri}/enquiries`);
  } finally {
    await mongodb.close();
    await redis.stop();
  }
}

async function fill(redisUrl: string, mongodbUri: string): Promise<void> {
  const database = connect(mongodbUri, { logger: silent });
  await createIndexes(database, silent);
  for (let count = 0; count < 20; count += 1) await storeAccepted(database);
  await database.close();
  const queue = new Queue('submissions', { connection: { url: redisUrl } });
  for (let count = 0; count < 20; count += 1) await queue.add('store-submission', { count });
  await queue.close();
}

async function emptyData(): Promise<void> {
  await rm(data, { recursive: true });
  await mkdir(data);
}

/** All that both stores hold, in an order that does not depend on when it was written. */
async function read(redisUrl: string, mongodbUri: string): Promise<unknown> {
  const database = connect(mongodbUri, { logger: silent });
  await database.connected;
  const submissions = await database.submissions.find().sort({ _id: 1 }).lean().exec();
  const indexes = await database.submissions.collection.indexes().catch(() => []);
  await database.close();
  const redis = new Redis(redisUrl);
  const keys = (await redis.keys('*')).sort();
  const values = await Promise.all(keys.map((key) => redis.dump(key)));
  redis.disconnect();
  return { submissions, indexes, keys, values };
}

it.each([
  ['works', 0],
  ['fails', 7],
])('has Redis rewrite its file again, whether copying it %s', async (_how, status) => {
  const [, block = ''] =
    /^(# Back up, while[^]*?)\n\n/m.exec(
      readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8'),
    ) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'runbook-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // In the place of Docker: writes down what it is told.
  const docker = `#!/bin/sh\necho "$*" >> '${folder}/said'\ncase "$*" in *tar*) exit ${status} ;; esac\n`;
  await writeFile(join(folder, 'docker'), docker, { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH ?? ''}` };
  expect(spawnSync('bash', ['-ec', block], { cwd: folder, env }).status).toBe(status);
  const said = (await readFile(join(folder, 'said'), 'utf8')).match(/tar -C|percentage \d+/g);
  expect(said).toEqual(['percentage 0', 'tar -C', 'percentage 100']);
});

it('the commands of docs/operations.md restore exactly what was backed up', async () => {
  await withStores(fill);
  const before = await withStores(read);
  expect(before).toMatchObject({ submissions: { length: 20 } });

  execFileSync('tar', ['-czf', backup, '-C', data, '--exclude=running.json', '.']);
  await emptyData();
  expect(await withStores(read)).not.toEqual(before);
  await emptyData();

  execFileSync('tar', ['-xzf', backup, '-C', data]);
  expect(await withStores(read)).toEqual(before);
});
