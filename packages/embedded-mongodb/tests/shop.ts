import type { Document, MongoClient } from 'mongodb';
import { beforeAll } from 'vitest';

import { useEmbeddedServer, type Item } from './embedded-server.ts';

const documents = [
  { _id: 'a', kind: 'x', n: 3, tags: ['p', 'q'] },
  { _id: 'b', kind: 'y', n: 1, tags: [] },
  { _id: 'c', kind: 'x', n: 2, tags: 'p' },
  { _id: 'd', n: null },
];

export function createShop() {
  const mongodb = useEmbeddedServer();

  beforeAll(async () => {
    const items = mongodb.client.db('shop').collection<Item>('items');
    await items.insertMany(documents);
    await items.createIndex({ kind: 1, n: -1 }, {}, {});
  });

  return {
    get client(): MongoClient {
      return mongodb.client;
    },
    get items() {
      return mongodb.client.db('shop').collection<Item>('items');
    },
    run: (command: Document, database = 'shop'): Promise<Document> =>
      mongodb.client.db(database).command(command),
  };
}
