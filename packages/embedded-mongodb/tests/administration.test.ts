import type { Document } from 'mongodb';
import { describe, expect, it } from 'vitest';

import { createShop } from './shop.ts';

const shop = createShop();
const number = expect.any(Number) as number;

/** The replies follow MongoDB's manual, but lack the fields of MongoDB's storage engine. */
describe('reports in the format of MongoDB', () => {
  it.each<[string, Document, Document]>([
    [
      'which databases there are',
      { listDatabases: 1 },
      {
        databases: [{ name: 'shop', sizeOnDisk: number, empty: false }],
        totalSize: number,
        ok: 1,
      },
    ],
    [
      'only the names of databases',
      { listDatabases: 1, nameOnly: true, filter: { name: /^sh/ } },
      { databases: [{ name: 'shop' }], ok: 1 },
    ],
    ['how many documents there are', { count: 'items' }, { n: 4, ok: 1 }],
    ['how many match a query', { count: 'items', query: { kind: 'x' }, skip: 1 }, { n: 1, ok: 1 }],
    ['that a missing collection is empty', { count: 'none' }, { n: 0, ok: 1 }],
    ['the distinct values', { distinct: 'items', key: 'kind' }, { values: ['x', 'y'], ok: 1 }],
    [
      'the distinct elements of arrays',
      { distinct: 'items', key: 'tags', query: { n: { $ne: 9 } } },
      { values: ['p', 'q'], ok: 1 },
    ],
    ['null as a value', { distinct: 'items', key: 'n' }, { values: [3, 1, 2, null], ok: 1 }],
    ['no values of a missing collection', { distinct: 'none', key: 'n' }, { values: [], ok: 1 }],
  ])('%s', async (_what, command, reply) => {
    expect(await shop.run(command)).toEqual(reply);
  });

  it('the sizes of a database and a collection, as mongosh asks for them', async () => {
    const counts = { indexes: 2, objects: 4, dataSize: number };
    expect(await shop.run({ dbStats: 1, scale: 1 })).toMatchObject(counts);
    expect(await shop.run({ collStats: 'none' })).toMatchObject({ count: 0, size: 0 });
    const [stats] = await shop.items.aggregate([{ $collStats: { storageStats: {} } }]).toArray();
    expect(stats).toMatchObject({
      ns: 'shop.items',
      storageStats: { count: 4, nindexes: 2, indexSizes: { _id_: 0, 'kind_1_n_-1': 0 } },
    });
  });

  it('which collections and indexes there are', async () => {
    const collections = await shop.client.db('shop').listCollections({ name: 'items' }).toArray();
    expect(collections).toEqual([
      {
        name: 'items',
        type: 'collection',
        options: {},
        info: { readOnly: false },
        idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
      },
    ]);
    const names = shop.client.db('shop').listCollections({}, { nameOnly: true });
    expect(await names.toArray()).toEqual([{ name: 'items', type: 'collection' }]);
    expect(await shop.client.db('none').listCollections().toArray()).toEqual([]);
    const missing = { code: 26, codeName: 'NamespaceNotFound' };
    await expect(shop.client.db('shop').collection('none').indexes()).rejects.toMatchObject(
      missing,
    );
  });
});
