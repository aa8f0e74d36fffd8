import { MongoClient, type Document } from 'mongodb';
import { beforeAll } from 'vitest';

import { useEmbeddedServer, type Item } from './embedded-server.ts';

const documents = [
  { _id: 'a', kind: 'x', n: 3, tags: ['p', 'q'] },
  { _id: 'b', kind: 'y', n: 1, tags: [] },
  { _id: 'c', kind: 'x', n: 2, tags: 'p' },
  { _id: 'd', n: null },
];

/** For the tests of a file, starts a server with a collection and an index. */
export function createShop() {
  const mongodb = useEmbeddedServer();
  let client: MongoClient;

  beforeAll(async () => {
    client = new MongoClient(mongodb.server.uri);
    const items = client.db('shop').collection<Item>('items');
    await items.insertMany(documents);
    await items.createIndex({ kind: 1, n: -1 }, {}, {});
    return () => client.close();
  });

  return {
    get client() {
      return client;
    },
    get items() {
      return client.db('shop').collection<Item>('items');
    },
    run: (command: Document, database = 'shop'): Promise<Document> =>
      client.db(database).command(command),
  };
}
