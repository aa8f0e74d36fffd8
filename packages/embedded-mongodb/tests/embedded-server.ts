import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Document } from 'mongodb';
import { afterAll, beforeAll } from 'vitest';

import {
  startEmbeddedMongodb,
  type EmbeddedMongodb,
  type EmbeddedMongodbOptions,
} from '../server.ts';

export type Item = Document & { _id: string };

export function useEmbeddedServer(options: Partial<EmbeddedMongodbOptions> = {}) {
  let server: EmbeddedMongodb;
  let client: MongoClient;
  let dataDir: string;
  let collections = 0;

  async function start(): Promise<void> {
    server = await startEmbeddedMongodb({ port: 0, dataDir, ...options });
    client = new MongoClient(server.uri, { serverSelectionTimeoutMS: 5000 });
  }

  async function stop(): Promise<void> {
    await client.close();
    await server.close();
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'embedded-mongodb-'));
    await start();
  });
  afterAll(async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  return {
    get server() {
      return server;
    },
    get client() {
      return client;
    },
    get dataDir() {
      return dataDir;
    },
    collection: () => {
      collections += 1;
      return client.db('shop').collection<Item>(`items-${collections}`);
    },
    restart: async () => {
      await stop();
      await start();
    },
  };
}
