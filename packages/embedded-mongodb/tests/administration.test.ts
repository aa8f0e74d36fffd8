import type { Document } from 'mongodb';
import { describe, expect, it } from 'vitest';

import { documents, createShop } from './shop.ts';

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
        totalSizeMb: 0,
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
    [
      'the size of a database',
      { dbStats: 1, scale: 1 },
      {
        db: 'shop',
        collections: 1,
        views: 0,
        objects: 4,
        avgObjSize: number,
        dataSize: number,
        storageSize: number,
        indexes: 2,
        indexSize: 0,
        totalSize: number,
        scaleFactor: 1,
        ok: 1,
      },
    ],
    [
      'the size of a missing collection',
      { collStats: 'none' },
      {
        ns: 'shop.none',
        size: 0,
        count: 0,
        storageSize: 0,
        nindexes: 0,
        totalIndexSize: 0,
        indexSizes: {},
        scaleFactor: 1,
        ok: 1,
      },
    ],
    [
      'who has signed in',
      { connectionStatus: 1, showPrivileges: true },
      {
        authInfo: {
          authenticatedUsers: [{ user: 'thandi', db: 'admin' }],
          authenticatedUserRoles: [{ role: 'root', db: 'admin' }],
          authenticatedUserPrivileges: [],
        },
        ok: 1,
      },
    ],
    [
      'the feature compatibility version',
      { getParameter: 1, featureCompatibilityVersion: 1 },
      { featureCompatibilityVersion: { version: '6.0' }, ok: 1 },
    ],
  ])('%s', async (_what, command, reply) => {
    expect(await shop.run(command)).toEqual(reply);
  });

  it('which collections and indexes there are', async () => {
    const found = await shop.client.db('shop').listCollections({ name: 'items' }).toArray();
    expect(found).toEqual([
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

  it('facts about the server and its machine', async () => {
    expect(await shop.run({ buildInfo: 1 })).toMatchObject({
      version: '6.0.0',
      versionArray: [6, 0, 0, 0],
      modules: ['embedded-mongodb'],
      bits: 64,
      maxBsonObjectSize: 16_777_216,
    });
    expect(await shop.run({ hostInfo: 1 }, 'admin')).toMatchObject({
      system: { numCores: number, memSizeMB: number, currentTime: expect.any(Date) as Date },
      os: { type: expect.any(String) as string },
    });
    expect(await shop.run({ serverStatus: 1 })).toMatchObject({
      version: '6.0.0',
      uptime: number,
      connections: { current: number },
      mem: { resident: number },
    });
  });

  it('the collection statistics that Compass uses', async () => {
    const [stats] = await shop.items.aggregate([{ $collStats: { storageStats: {} } }]).toArray();
    expect(stats).toMatchObject({
      ns: 'shop.items',
      storageStats: {
        count: 4,
        size: number,
        avgObjSize: number,
        nindexes: 2,
        indexSizes: { _id_: 0, 'kind_1_n_-1': 0 },
      },
    });
    const { size } = (stats as { storageStats: { size: number } }).storageStats;
    await shop.items.insertOne({ _id: 'e' });
    await shop.items.deleteOne({ _id: 'e' });
    expect(await shop.run({ collStats: 'items', scale: 1 })).toMatchObject({ size, count: 4 });
    const sum = (path: string) => ({ $sum: { $toDouble: `$storageStats.${path}` } });
    const $divide = ['$size', { $toDouble: '$count' }];
    const summed = await shop.items
      .aggregate([
        { $collStats: { storageStats: {} } },
        {
          $group: {
            _id: null,
            capped: { $first: '$storageStats.capped' },
            count: { $sum: '$storageStats.count' },
            size: sum('size'),
            nindexes: { $max: '$storageStats.nindexes' },
          },
        },
        {
          $addFields: {
            avgObjSize: { $cond: { if: { $ne: ['$count', 0] }, then: { $divide }, else: 0 } },
          },
        },
      ])
      .toArray();
    const whole = { _id: null, capped: false, count: 4, size, nindexes: 2, avgObjSize: size / 4 };
    expect(summed).toEqual([whole]);
    const sizes = await shop.items
      .aggregate([
        { $collStats: { storageStats: {} } },
        { $project: { indexSizes: { $objectToArray: '$storageStats.indexSizes' } } },
        { $unwind: '$indexSizes' },
        { $group: { _id: '$indexSizes.k', size: { $sum: { $toDouble: '$indexSizes.v' } } } },
      ])
      .toArray();
    expect(sizes).toEqual([
      { _id: '_id_', size: 0 },
      { _id: 'kind_1_n_-1', size: 0 },
    ]);
  });
});

it('starts, uses, refreshes and ends sessions', async () => {
  const session = shop.client.startSession();
  expect(await shop.items.findOne({ _id: 'a' }, { session })).toEqual(documents[0]);
  await session.endSession();
  const { id } = await shop.run({ startSession: 1 });
  expect(await shop.run({ refreshSessions: [id] })).toEqual({ ok: 1 });
  expect(await shop.run({ endSessions: [id] })).toEqual({ ok: 1 });
});
