import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stopChild } from '../../../dev/processes.ts';
import { startEmbeddedMongodb } from '../../../dev/embedded-mongodb/server.ts';
import { findFreePort } from '../../../dev/ports.ts';
import { ensureRedisServer, startRedisServer } from '../../../dev/redis-server.ts';

/** Stores and an outbox whose files a test may look into. */
export interface DataFolder {
  path: string;
  settings: { REDIS_URL: string; MONGODB_URI: string; OUTBOX_DIR: string; QUEUE_PREFIX: string };
  /** The files in which one of the words stands, whatever its case; patterns are in small letters. */
  filesWith: (...words: (string | RegExp)[]) => Promise<string[]>;
  remove: () => Promise<void>;
}

/** Starts stores of its own, because nobody can look into the files of somebody else's. */
export async function createDataFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'data-'));
  const port = await findFreePort();
  const binary = ensureRedisServer(console.info);
  const redis = await startRedisServer({ binary, port, dataDir: join(path, 'redis') });
  const mongodb = await startEmbeddedMongodb({ port: 0, dataDir: join(path, 'mongodb') });
  const outbox = join(path, 'outbox');
  await mkdir(outbox);
  return {
    path,
    settings: {
      REDIS_URL: `redis://127.0.0.1:${port}`,
      MONGODB_URI: `${mongodb.uri}/enquiries`,
      OUTBOX_DIR: outbox,
      QUEUE_PREFIX: '{enquiries}',
    },
    async filesWith(...words) {
      const found: string[] = [];
      for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        const text = (await readFile(file)).toString('latin1').toLowerCase();
        const stands = (word: string | RegExp) =>
          typeof word === 'string' ? text.includes(word.toLowerCase()) : word.test(text);
        if (words.some(stands)) found.push(file);
      }
      return found;
    },
    async remove() {
      await stopChild(redis);
      await mongodb.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}
