import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { BSONRegExp, Long, type Collection, type Filter } from 'mongodb';

import { useEmbeddedServer, type Item } from './embedded-server.ts';

const mongodb = useEmbeddedServer();

describe.each([
  ['without indexes', []],
  ['with indexes', ['text', 'at', 'deep.value', 'tags']],
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
    ['an empty filter', {}, 'bare full list null'],
    ['equality', { n: 5 }, 'full'],
    ['equality with an element', { tags: 'y' }, 'full'],
    ['equality on a dotted path', { 'deep.value': 1 }, 'full'],
    ['a date', { at: new Date(5000) }, 'full'],
    ['null, for missing fields too', { n: null }, 'bare null'],
    ['null on a dotted path', { 'deep.value': null }, 'bare list null'],
    ['$ne null', { n: { $ne: null } }, 'full list'],
    ['$ne on an array', { tags: { $ne: 'x' } }, 'bare list null'],
    ['$in', { n: { $in: [5, 6] } }, 'full'],
    ['$in with null', { n: { $in: [5, null] } }, 'bare full null'],
    ['$lt with dates, which never matches null', { at: { $lt: new Date(6000) } }, 'full'],
    ['$gte with dates', { at: { $gte: new Date(5000) } }, 'full list'],
    ['two bounds that different elements meet', { n: { $gt: 6, $lt: 3 } }, 'list'],
    ['$gt, returning a document once if several elements match', { n: { $gt: 0 } }, 'full list'],
    ['$exists', { tags: { $exists: true } }, 'full list null'],
    ['$exists: false', { 'deep.value': { $exists: false } }, 'bare list'],
    ['$regex', { text: { $regex: '^A' } }, 'full'],
    ['$regex with i', { text: { $regex: '^a', $options: 'i' } }, 'full'],
    ['a regular expression', { text: /^B/i }, 'list'],
    ["a regular expression of Python's driver", { text: new BSONRegExp('^B', 'iu') }, 'list'],
    ['the beginning of an element', { tags: /^x/ }, 'full'],
    ['the beginnings of two elements', { $and: [{ tags: /^x/ }, { tags: /^y/ }] }, 'full'],
    ['an element or a text', { $or: [{ tags: 'z' }, { text: 'Alpha' }] }, 'full list'],
    ['several ids, one of them repeated', { _id: { $in: ['full', 'none', 'full'] } }, 'full'],
    ['ids by a regular expression', { _id: /^[fn]u/ }, 'full null'],
    ['$or', { $or: [{ n: 5 }, { text: 'beta' }] }, 'full list'],
    ['$and', { $and: [{ n: { $gt: 2 } }, { text: 'beta' }] }, 'list'],
  ])('support %s', async (_operator, filter, ids) => {
    const matchingItems = await items.find(filter).toArray();
    expect(
      matchingItems
        .map(({ _id }) => _id)
        .sort()
        .join(' '),
    ).toBe(ids);
    expect(await items.countDocuments(filter)).toBe(matchingItems.length);
  });
});

describe('a query', () => {
  it.each<[string, unknown[]]>([
    ['numbers', [-2, 0.5, 3, 20]],
    ['texts', ['', 'B', 'a', 'ab']],
    ['booleans', [false, true]],
    ['dates', [new Date(-1), new Date(0), new Date(1000)]],
  ])('sorts %s, after null and missing values', async (_what, values) => {
    const items = mongodb.collection();
    const sorted = [
      { _id: 'a', value: null },
      { _id: 'b' },
      ...values.map((value, n) => ({ _id: `c${n}`, value })),
      { _id: 'd', value: values.at(-1) },
    ];
    await items.insertMany(sorted.toReversed());
    expect(await items.find().sort({ value: 1, _id: 1 }).toArray()).toEqual(sorted);
    const other = items.find().sort({ value: -1, _id: -1 });
    expect(await other.toArray()).toEqual(sorted.toReversed());
    const middle = items.find().sort({ value: 1, _id: 1 }).skip(1).limit(2);
    expect(await middle.toArray()).toEqual(sorted.slice(1, 3));
  });

  it('sorts and compares strings by code points, not by UTF-16 code units', async () => {
    const items = mongodb.collection();
    const texts = ['', 'Z', 'a', 'ab', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{1f600}'];
    await items.insertMany(texts.map((text, n) => ({ _id: `${(n * 7) % 10}`, text })));
    const sorted = await items.find().sort({ text: 1 }).toArray();
    expect(sorted.map(({ text }) => text as string)).toEqual(texts);
    expect(await items.countDocuments({ text: { $lt: '\u{10000}' } })).toBe(8);
  });

  it('returns only the requested fields', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', n: 1, deep: { x: 1 }, list: [1] });
    const project = (projection: object) => items.findOne({}, { projection });
    expect(await project({ n: 1, missing: 1 })).toEqual({ _id: 'a', n: 1 });
    expect(await project({ deep: 0, list: 0 })).toEqual({ _id: 'a', n: 1 });
    expect(await project({ _id: 1 })).toEqual({ _id: 'a' });
    expect(await project({ _id: 0, n: 0 })).toEqual({ deep: { x: 1 }, list: [1] });
  });

  it('fetches every document once over many batches', async () => {
    const items = mongodb.collection();
    const ids = Array.from({ length: 1234 }, (_, n) => `id-${n}`);
    await items.insertMany(ids.map((_id, n) => ({ _id, n })));
    for (const batchSize of [0, 1, 7, 101, 5000, undefined]) {
      const limit = batchSize === 1 ? 20 : 0;
      const cursor = items.find({}, batchSize === undefined ? {} : { batchSize }).sort({ n: 1 });
      const firstItems = await cursor.limit(limit).toArray();
      expect(firstItems.map(({ _id }) => _id)).toEqual(limit === 0 ? ids : ids.slice(0, limit));
    }
  });

  it('can fetch more than fits in one message, or stop halfway', async () => {
    const items = mongodb.collection();
    const text = 'x'.repeat(5_000_000);
    for (const _id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) {
      await items.insertOne({ _id, text });
    }
    const all = await items.find({}, { batchSize: 1000 }).toArray();
    expect(all.map(({ _id }) => _id).join('')).toBe('abcdefghij');
    const cursor = items.find();
    await cursor.next();
    expect(cursor.id?.isZero()).toBe(false);
    await cursor.close();
    expect(await items.countDocuments()).toBe(10);
  });

  it('continues a cursor after many other queries', async () => {
    const items = mongodb.collection();
    const text = 'x'.repeat(9_000_000);
    for (const _id of ['a', 'b', 'c']) await items.insertOne({ _id, text });
    const cursor = items.find();
    await cursor.next();
    for (let n = 0; n < 1_001; n += 1) await items.findOne({ _id: 'none' });
    expect((await cursor.toArray()).map(({ _id }) => _id)).toEqual(['b', 'c']);
  });

  it('cannot continue an exhausted cursor', async () => {
    const items = mongodb.collection();
    const getMore = { getMore: Long.fromNumber(1), collection: items.collectionName };
    await expect(mongodb.client.db('shop').command(getMore)).rejects.toMatchObject({ code: 43 });
  });

  it('on a missing collection finds nothing and does not create it', async () => {
    const none = mongodb.client.db('empty').collection('none');
    expect(await none.find().toArray()).toEqual([]);
    expect(await none.countDocuments()).toBe(0);
    expect(await none.deleteMany({})).toMatchObject({ deletedCount: 0 });
    await expect(none.indexes()).rejects.toMatchObject({ code: 26 });
    expect(await readdir(mongodb.dataDir)).not.toContain('empty');
  });
});

describe('an aggregate', () => {
  it('matches, groups, adds up, sorts and counts', async () => {
    const items = mongodb.collection();
    await items.insertMany([
      { _id: 'a', status: 'sent', size: 2, deep: { at: new Date(1) } },
      { _id: 'b', status: 'sent', size: 4, deep: { at: new Date(1) } },
      { _id: 'c', status: 'failed', size: null, deep: { at: new Date(2) } },
      { _id: 'd', status: null },
      { _id: 'e' },
    ]);
    const byStatus = await items
      .aggregate([
        { $match: { _id: { $ne: 'x' } } },
        { $group: { _id: '$status', n: { $sum: 1 }, total: { $sum: '$size' } } },
        { $sort: { n: -1, _id: 1 } },
      ])
      .toArray();
    expect(byStatus).toEqual([
      { _id: null, n: 2, total: 0 },
      { _id: 'sent', n: 2, total: 6 },
      { _id: 'failed', n: 1, total: 0 },
    ]);
    const byDate = [{ $group: { _id: '$deep.at', n: { $sum: 2 } } }, { $sort: { _id: 1 } }];
    expect(await items.aggregate(byDate).toArray()).toEqual([
      { _id: null, n: 4 },
      { _id: new Date(1), n: 4 },
      { _id: new Date(2), n: 2 },
    ]);
    const none = [{ $match: { size: 9 } }, { $group: { _id: null, n: { $sum: 1 } } }];
    expect(await items.aggregate(none).toArray()).toEqual([]);
    expect(await items.countDocuments({ size: { $gt: 2 } })).toBe(1);
  });
});

it('a query that exceeds its time limit fails', async () => {
  const many = mongodb.collection();
  await many.insertMany(Array.from({ length: 20_000 }, (_, n) => ({ _id: `${n}`, n })));
  const slow = many.find({ n: { $lt: -1 } }, { maxTimeMS: 1 }).toArray();
  await expect(slow).rejects.toMatchObject({ code: 50 });
  expect(await many.countDocuments({ n: 1 }, { maxTimeMS: 60_000, hint: '_id_' })).toBe(1);
});
