import { beforeAll, describe, expect, it } from 'vitest';
import type { Collection, Filter, Sort } from 'mongodb';

import { useEmbeddedServer, type Item } from './embedded-server.ts';

const mongodb = useEmbeddedServer();

describe.each([
  ['without indexes', []],
  ['with indexes', ['n', 'text', 'at', 'tags', 'deep.value']],
])('filters %s', (_name, indexed) => {
  let items: Collection<Item>;

  beforeAll(async () => {
    items = mongodb.collection();
    for (const field of indexed) await items.createIndex({ [field]: 1 }, {}, {});
    await items.insertMany([
      {
        _id: 'full',
        n: 5,
        text: 'Alpha',
        at: new Date(5000),
        tags: ['x', 'y'],
        deep: { value: 1 },
      },
      { _id: 'null', n: null, text: null, at: null, tags: [], deep: { value: null } },
      { _id: 'bare', parts: [{ n: 1, m: 2 }, { m: 2 }] },
      {
        _id: 'list',
        parts: [{ n: 1, m: 2 }, { m: 1 }],
        n: [1, 9],
        text: 'beta',
        at: new Date(9000),
        tags: ['z'],
        deep: {},
      },
    ]);
  });

  it.each<[string, Filter<Item>, string]>([
    ['everything', {}, 'bare full list null'],
    ['equality', { n: 5 }, 'full'],
    ['$eq', { n: { $eq: 5 } }, 'full'],
    ['equality with an element', { tags: 'y' }, 'full'],
    ['equality on a dotted path', { 'deep.value': 1 }, 'full'],
    ['a date', { at: new Date(5000) }, 'full'],
    ['null, for missing fields too', { n: null }, 'bare null'],
    ['null on a dotted path', { 'deep.value': null }, 'bare list null'],
    ['$ne null', { n: { $ne: null } }, 'full list'],
    ['$ne, for no element', { tags: { $ne: 'x' } }, 'bare list null'],
    ['$in', { n: { $in: [5, 6] } }, 'full'],
    ['$in with null', { n: { $in: [5, null] } }, 'bare full null'],
    ['$nin', { tags: { $nin: ['x', 'z'] } }, 'bare null'],
    ['$lt with dates, never null', { at: { $lt: new Date(6000) } }, 'full'],
    ['$gte with dates', { at: { $gte: new Date(5000) } }, 'full list'],
    ['both bounds by different elements', { n: { $gt: 6, $lt: 3 } }, 'list'],
    ['$gt once for an array', { n: { $gt: 0 } }, 'full list'],
    ['$exists', { tags: { $exists: true } }, 'full list null'],
    ['$exists: false', { 'deep.value': { $exists: false } }, 'bare list'],
    ['$regex with i', { text: { $regex: '^A', $options: 'i' } }, 'full'],
    ['a regular expression', { text: /^B/i }, 'list'],
    ['$or', { $or: [{ n: 5 }, { text: 'beta' }] }, 'full list'],
    ['$and', { $and: [{ n: { $gt: 2 } }, { text: 'beta' }] }, 'list'],
  ])('find %s', async (_operator, filter, ids) => {
    const found = await items.find(filter).toArray();
    expect(
      found
        .map(({ _id }) => _id)
        .sort()
        .join(' '),
    ).toBe(ids);
    expect(await items.countDocuments(filter)).toBe(found.length);
  });
});

describe('a query', () => {
  it.each<[Sort, string]>([
    [{ n: 1, _id: 1 }, 'a-null b-missing one-a one-b two text true date'],
    [{ n: -1, _id: -1 }, 'date true text two one-b one-a b-missing a-null'],
  ])('sorts values of every type as MongoDB does: %o', async (sort, order) => {
    const items = mongodb.collection();
    await items.insertMany([
      { _id: 'date', n: new Date(0) },
      { _id: 'true', n: true },
      { _id: 'text', n: 'a' },
      { _id: 'one-b', n: 1 },
      { _id: 'one-a', n: 1 },
      { _id: 'two', n: 2 },
      { _id: 'a-null', n: null },
      { _id: 'b-missing' },
    ]);
    const sorted = await items.find().sort(sort).toArray();
    expect(sorted.map(({ _id }) => _id).join(' ')).toBe(order);
    const middle = await items.find().sort(sort).skip(2).limit(3).toArray();
    expect(middle).toEqual(sorted.slice(2, 5));
  });

  it('sorts texts by code points, not by UTF-16', async () => {
    const items = mongodb.collection();
    const texts = ['', 'Z', 'a', 'ab', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{1f600}'];
    await items.insertMany(texts.map((text, n) => ({ _id: `${(n * 7) % 10}`, text })));
    const sorted = await items.find().sort({ text: 1 }).toArray();
    expect(sorted.map(({ text }) => text as string)).toEqual(texts);
  });

  it('returns only the fields it asks for', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', n: 1, deep: { x: 1, y: 2 }, list: [{ x: 1, y: 2 }, {}] });
    const project = (projection: object) => items.findOne({}, { projection });
    expect(await project({ n: 1, missing: 1 })).toEqual({ _id: 'a', n: 1 });
    expect(await project({ 'deep.x': 1, 'list.y': 1, _id: 0 })).toEqual({
      deep: { x: 1 },
      list: [{ y: 2 }, {}],
    });
    expect(await project({ deep: 0, 'list.x': false })).toEqual({
      _id: 'a',
      n: 1,
      list: [{ y: 2 }, {}],
    });
    expect(await project({ _id: 1 })).toEqual({ _id: 'a' });
  });

  it('fetches every document once over many batches', async () => {
    const items = mongodb.collection();
    const ids = Array.from({ length: 1234 }, (_, n) => `id-${n}`);
    await items.insertMany(ids.map((_id, n) => ({ _id, n })));
    for (const batchSize of [0, 1, 7, 101, 5000, undefined]) {
      const limit = batchSize === 1 ? 20 : 0;
      const cursor = items.find({}, batchSize === undefined ? {} : { batchSize }).sort({ n: 1 });
      const found = await cursor.limit(limit).toArray();
      expect(found.map(({ _id }) => _id)).toEqual(limit === 0 ? ids : ids.slice(0, limit));
    }
  });

  it('fetches more than one message can hold', async () => {
    const items = mongodb.collection();
    const text = 'x'.repeat(5_000_000);
    for (const _id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) {
      await items.insertOne({ _id, text });
    }
    expect(await items.find({}, { batchSize: 1000 }).toArray()).toHaveLength(10);
  });

  it('can be given up in the middle', async () => {
    const items = mongodb.collection();
    await items.insertMany(Array.from({ length: 10 }, (_, n) => ({ _id: `${n}` })));
    const cursor = items.find({}, { batchSize: 2 });
    await cursor.next();
    const { id } = cursor;
    await cursor.close();
    await expect(
      mongodb.client.db('office').command({ getMore: id, collection: items.collectionName }),
    ).rejects.toMatchObject({ code: 43 });
  });

  it('of a collection that does not exist finds nothing and makes nothing', async () => {
    const database = mongodb.client.db('empty');
    expect(await database.collection('none').find().toArray()).toEqual([]);
    expect(await database.collection('none').countDocuments()).toBe(0);
    expect(await database.listCollections().toArray()).toEqual([]);
  });
});

describe('an aggregate', () => {
  it('matches, groups, sorts, pages and counts', async () => {
    const items = mongodb.collection();
    await items.insertMany([
      { _id: 'a', status: 'sent', size: 2, at: new Date(1) },
      { _id: 'b', status: 'sent', size: 4, at: new Date(3) },
      { _id: 'c', status: 'failed', size: 8, at: new Date(2) },
      { _id: 'd' },
    ]);
    const groups = await items
      .aggregate([
        { $match: { _id: { $ne: 'x' } } },
        {
          $group: {
            _id: '$status',
            n: { $sum: 1 },
            total: { $sum: '$size' },
            mean: { $avg: '$size' },
            last: { $max: '$at' },
          },
        },
        { $sort: { n: -1, _id: 1 } },
      ])
      .toArray();
    expect(groups).toEqual([
      { _id: 'sent', n: 2, total: 6, mean: 3, last: new Date(3) },
      { _id: null, n: 1, total: 0, mean: null, last: null },
      { _id: 'failed', n: 1, total: 8, mean: 8, last: new Date(2) },
    ]);
    const pages = [{ $sort: { _id: 1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { size: 1 } }];
    expect(await items.aggregate(pages).toArray()).toEqual([
      { _id: 'b', size: 4 },
      { _id: 'c', size: 8 },
    ]);
    expect(await items.aggregate([{ $match: {} }, { $count: 'all' }]).toArray()).toEqual([
      { all: 4 },
    ]);
    const none = [{ $match: { size: 9 } }, { $count: 'all' }];
    expect(await items.aggregate(none).toArray()).toEqual([]);
    expect(await items.countDocuments({ size: { $gt: 2 } }, { limit: 1 })).toBe(1);
    expect(await items.estimatedDocumentCount()).toBe(4);
  });
});
