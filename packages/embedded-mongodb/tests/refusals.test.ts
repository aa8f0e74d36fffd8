import { Binary, Decimal128, Long, type Document } from 'mongodb';
import { describe, expect, it } from 'vitest';

import { useEmbeddedServer, type Item } from './embedded-server.ts';

const mongodb = useEmbeddedServer();

function send(command: Document): Promise<Document> {
  return mongodb.client.db('shop').command(command);
}

const find = (options: Document) => ({ find: 'items', ...options });
const aggregate = (...pipeline: Document[]) => ({ aggregate: 'items', pipeline, cursor: {} });
const group = (fields: Document) => aggregate({ $group: { _id: null, ...fields } });

describe('what the server does not support is refused with an explanation:', () => {
  it.each<[string, Document, number, RegExp]>([
    ['an unknown command', { mapReduce: 'items' }, 59, /no such command: 'mapReduce'/],
    ['create', { create: 'items' }, 59, /create/],
    ['drop', { drop: 'items' }, 59, /drop/],
    ['dropIndexes', { dropIndexes: 'items', index: '*' }, 59, /dropIndexes/],
    ['findAndModify with upsert', { findAndModify: 'items', upsert: true }, 238, /upsert/],
    ['findAndModify without a change', { findAndModify: 'items', query: {} }, 238, /update|replac/],
    ['a hint', find({ hint: 'x' }), 238, /the option 'hint'/],
    ['a collation', find({ collation: { locale: 'en' } }), 238, /'collation'/],
    ['a read concern', find({ readConcern: { level: 'majority' } }), 238, /readConcern/],
    ['a write concern of 3', { ping: 1, writeConcern: { w: 3 } }, 238, /w: 3/],
    ['a transaction', find({ txnNumber: 1 }), 238, /txnNumber/],
    ['$mod', find({ filter: { a: { $mod: [2, 0] } } }), 2, /\$mod/],
    ['$size', find({ filter: { a: { $size: 1 } } }), 2, /\$size/],
    ['$elemMatch', find({ filter: { a: { $elemMatch: { $gt: 1 } } } }), 2, /\$elemMatch/],
    ['$not', find({ filter: { a: { $not: { $gt: 1 } } } }), 2, /\$not/],
    ['$nor', find({ filter: { $nor: [{ a: 1 }] } }), 2, /\$nor/],
    ['an empty $or', find({ filter: { $or: [] } }), 2, /\$or/],
    ['$expr', find({ filter: { $expr: true } }), 2, /\$expr/],
    ['$where', find({ filter: { $where: '1' } }), 2, /\$where/],
    ['equality with an array', find({ filter: { a: [1] } }), 238, /this kind of value/],
    ['equality with an object', find({ filter: { a: { b: 1 } } }), 238, /this kind of value/],
    ['equality with an empty object', find({ filter: { a: {} } }), 238, /this kind of value/],
    ['an object in $in', find({ filter: { a: { $in: [{ b: 1 }] } } }), 238, /\$in/],
    ['null as a bound', find({ filter: { a: { $gt: null } } }), 238, /\$gt/],
    ['$exists: 1', find({ filter: { a: { $exists: 1 } } }), 238, /\$exists/],
    ['$options without $regex', find({ filter: { a: { $options: 'i' } } }), 2, /\$options/],
    ['the $options m', find({ filter: { a: { $regex: 'x', $options: 'm' } } }), 238, /than i/],
    ['a regex in $regex', find({ filter: { a: { $regex: /x/ } } }), 238, /not given as text/],
    ['a regex with the flag m', find({ filter: { a: /x/m } }), 238, /than i/],
    ['$regex with $ne', find({ filter: { a: { $regex: 'x', $ne: 'x' } } }), 238, /'\$ne'/],
    ['a computed projection', find({ projection: { a: '$b' } }), 238, /projection/],
    ['a mixed projection', find({ projection: { a: 1, b: 0 } }), 238, /projection/],
    ['an exclusion that keeps _id', find({ projection: { _id: 1, b: 0 } }), 238, /projection/],
    ['a projection of a dotted path', find({ projection: { 'a.b': 1 } }), 238, /projection/],
    ['a sort by text score', find({ sort: { a: { $meta: 'textScore' } } }), 2, /sort direction/],
    ['a negative limit', find({ limit: -1 }), 238, /limit/],
    ['a skip of 0.5', find({ skip: 0.5 }), 238, /skip/],
    [
      'a bad collection name',
      { insert: '../items', documents: [] },
      73,
      /does not support the name/,
    ],
    ['$lookup', aggregate({ $lookup: {} }), 40324, /Unrecognized .*\$lookup/],
    ['$limit: 0', aggregate({ $limit: 0 }), 15958, /positive/],
    ['$count with a dotted name', aggregate({ $count: 'a.b' }), 40156, /count field/],
    ['a computed $project', aggregate({ $project: { a: '$b' } }), 238, /projection/],
    ['an empty $project', aggregate({ $project: {} }), 51272, /at least one field/],
    ['$unwind', aggregate({ $unwind: '$a' }), 40324, /\$unwind/],
    [
      '$collStats with latencies',
      aggregate({ $collStats: { latencyStats: {} } }),
      238,
      /latencyStats/,
    ],
    [
      'statistics of a missing collection',
      { aggregate: 'none', pipeline: [{ $collStats: {} }], cursor: {} },
      26,
      /not found/,
    ],
    ['explaining a write', { explain: { insert: 'items', documents: [] } }, 238, /insert/],
    ['a scale of 0', { dbStats: 1, scale: 0 }, 238, /scale/],
    ['two stages in one', aggregate({ $match: {}, $sort: { a: 1 } }), 40323, /exactly one/],
    ['$push in a group', group({ a: { $push: '$b' } }), 238, /'a'/],
    ['$avg in a group', group({ a: { $avg: '$b' } }), 238, /'a'/],
    ['$min in a group', group({ a: { $min: '$b' } }), 238, /'a'/],
    ['a dotted name in a group', group({ 'a.b': { $sum: 1 } }), 238, /'a\.b'/],
    ['an empty accumulator', group({ a: {} }), 238, /'a'/],
    ['a group without _id', aggregate({ $group: { n: { $sum: 1 } } }), 15955, /_id/],
    ['a group by an expression', group({ _id: { $year: '$a' } }), 238, /grouping/],
    ['$sum of an expression', group({ n: { $sum: { $size: '$a' } } }), 238, /'n'/],
    ['a group by a variable', group({ _id: '$$ROOT' }), 238, /\$ROOT/],
  ])('%s', async (_what, command, code, message) => {
    await mongodb.client
      .db('shop')
      .collection<Item>('items')
      .updateOne({ _id: 'a' }, { $set: { n: 1 } }, { upsert: true });
    await expect(send(command)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it.each<[string, Document, number]>([
    ['$rename', { $rename: { a: 'b' } }, 2],
    ['$setOnInsert', { $setOnInsert: { n: 2 } }, 2],
    ['$min', { $min: { n: 0 } }, 2],
    ['$max', { $max: { n: 2 } }, 2],
    ['$addToSet', { $addToSet: { list: 2 } }, 2],
    ['$pull', { $pull: { list: 1 } }, 2],
    ['two operators on one path', { $set: { n: 1 }, $inc: { n: 1 } }, 40],
    ['a path and a part of it', { $set: { o: {} }, $inc: { 'o.p': 1 } }, 40],
    ['$inc of a text', { $inc: { text: 1 } }, 14],
    ['$push to a text', { $push: { text: 1 } }, 2],
    ['$each', { $push: { list: { $each: [1], $slice: -1 } } }, 52],
    ['a path through a text', { $set: { 'text.more': 1 } }, 238],
    ['a positional path', { $set: { 'list.$': 1 } }, 238],
    ['another _id', { $set: { _id: 'b' } }, 66],
    ['a dollar in a name', { $set: { o: { $a: 1 } } }, 52],
    ['a position past the end of an array', { $set: { 'list.5': 1 } }, 238],
    ['$unset of an element', { $unset: { 'list.0': '' } }, 238],
    ['a path inside an array', { $set: { 'list.a': 1 } }, 238],
    ['$unset inside an array', { $unset: { 'list.a': '' } }, 238],
    ['a position in an object', { $set: { 'o.1': 1 } }, 238],
    ['__proto__ in a path', { $set: { 'o.__proto__': 1 } }, 238],
    ['nothing to change', { $set: {} }, 238],
  ])('an update with %s', async (_what, changes, code) => {
    const items = mongodb.collection();
    const before = { _id: 'a', n: 1, text: 't', list: [1] };
    await items.insertOne(before);
    await expect(items.updateOne({ _id: 'a' }, changes)).rejects.toMatchObject({ code });
    expect(await items.findOne()).toEqual(before);
  });

  it('an unsupported update, even if it matches nothing', async () => {
    const update = mongodb.collection().updateOne({ _id: 'none' }, { $rename: { a: 'b' } });
    await expect(update).rejects.toMatchObject({ code: 2 });
  });

  it.each<[string, unknown[]]>([
    ['values of several types', [1, null, 'a']],
    ['dates and numbers', [new Date(0), 1]],
    ['arrays', [[1], [2]]],
    ['an array and null', [[], null]],
    ['objects', [{}, { a: 1 }]],
  ])('sorting by %s', async (_what, values) => {
    const items = mongodb.collection();
    await items.insertMany(values.map((value, n) => ({ _id: `${n}`, value })));
    const error = { code: 238, message: expect.stringContaining('sorting by') as string };
    await expect(items.find().sort({ value: 1 }).toArray()).rejects.toMatchObject(error);
  });

  it('a document that grows beyond 16 MB', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', list: [] as string[] });
    const push = (bytes: number) =>
      items.updateOne({ _id: 'a' }, { $push: { list: 'x'.repeat(bytes) as never } });
    await push(15_000_000);
    const error = { code: 238, message: expect.stringContaining('16 MB') as string };
    await expect(push(2_000_000)).rejects.toMatchObject(error);
    expect((await items.findOne())?.list).toHaveLength(1);
  });

  it.each<[string, Document, Document]>([
    ['$exists inside arrays', { 'list.n': { $exists: false } }, { list: [{}] }],
    ['an array inside arrays', { 'list.tags': [1] }, { list: [{ tags: [1] }] }],
    ['$ne of an array inside arrays', { 'list.tags': { $ne: [1] } }, { list: [{ tags: [1] }] }],
    ['null in $in inside arrays', { 'list.n': { $in: [null] } }, { list: [{}] }],
    ['a position in an array', { 'list.0': 1 }, { list: [1] }],
  ])('a filter with %s', async (_what, filter, fields) => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', ...fields });
    await expect(items.findOne(filter)).rejects.toMatchObject({ code: 238 });
    await expect(items.findOne({ $or: [{ $and: [filter] }] })).rejects.toMatchObject({ code: 238 });
    await expect(items.deleteMany(filter)).rejects.toMatchObject({ code: 238 });
    expect(await items.countDocuments()).toBe(1);
  });

  it.each<[string, Document]>([
    ['a sum of texts', { n: { $sum: '$text' } }],
    ['a sum of dates', { n: { $sum: '$at' } }],
    ['a sum of arrays', { n: { $sum: '$list' } }],
    ['a sum over a path through an array', { n: { $sum: '$list.n' } }],
    ['groups by an array', { _id: '$list' }],
    ['groups by an object', { _id: '$o' }],
  ])('$group with %s', async (_what, fields) => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', list: [1], text: 'a', at: new Date(1), o: {} });
    const groups = items.aggregate([{ $group: { _id: null, ...fields } }]).toArray();
    await expect(groups).rejects.toMatchObject({ code: 238 });
  });

  it.each<[string, Document]>([
    ['more than an _id', { _id: 'a', n: 1 }],
    ['another field', { n: 1 }],
    ['a list', { _id: { $in: ['a'] } }],
    ['an alternative', { $or: [{ _id: 'a' }] }],
    ['nothing', {}],
  ])('an upsert with %s in its filter', async (_what, filter) => {
    const items = mongodb.collection();
    const upsert = items.updateOne(filter, { $set: { m: 1 } }, { upsert: true });
    await expect(upsert).rejects.toMatchObject({ code: 238 });
    expect(await items.countDocuments()).toBe(0);
  });

  it('replacing a document', async () => {
    const items = mongodb.collection();
    const error = { code: 238, message: expect.stringContaining('replacing') as string };
    await expect(items.replaceOne({ _id: 'a' }, { n: 1 })).rejects.toMatchObject(error);
  });

  it('an update by a pipeline', async () => {
    const items = mongodb.collection();
    const pipeline = [{ $set: { n: 1 } }];
    await expect(items.updateOne({}, pipeline)).rejects.toMatchObject({ code: 238 });
  });

  it.each<[string, Document]>([
    ['a partial index', { partialFilterExpression: { a: 1 } }],
    ['an index with a collation', { collation: { locale: 'en' } }],
    ['a hidden index', { hidden: true }],
    ['a unique index that is sparse', { unique: true, sparse: true }],
  ])('%s', async (_what, options) => {
    const items = mongodb.collection();
    await expect(items.createIndex({ a: 1 }, options, {})).rejects.toMatchObject({ code: 238 });
    await expect(items.createIndex({ a: 'text' }, {}, {})).rejects.toMatchObject({ code: 238 });
  });
});

describe('what the server cannot store is refused with an explanation:', () => {
  it.each<[string, unknown]>([
    ['Binary', new Binary(Buffer.from('x'))],
    ['Decimal128', Decimal128.fromString('1')],
    ['Long', Long.MAX_VALUE],
    ['NaN', NaN],
    ['BSONRegExp', /x/],
  ])('a document with %s', async (name, value) => {
    const items = mongodb.collection();
    await expect(items.insertOne({ _id: 'a', deep: [{ value }] })).rejects.toMatchObject({
      code: 238,
      message: expect.stringContaining(name) as string,
    });
    expect(await items.countDocuments()).toBe(0);
  });

  it('an upsert that would need a new ObjectId', async () => {
    const plain = mongodb.client.db('shop').collection('plain');
    await expect(
      plain.updateOne({ n: 1 }, { $set: { m: 1 } }, { upsert: true }),
    ).rejects.toMatchObject({ code: 238, message: expect.stringContaining('ObjectId') as string });
  });

  it('a document that lacks the key of a unique index', async () => {
    const items = mongodb.collection();
    await items.createIndex({ email: 1 }, { unique: true }, {});
    await expect(items.insertOne({ _id: 'a' })).rejects.toMatchObject({ code: 238 });
  });

  it('paths into arrays, and unique keys that are arrays', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', list: [{ n: null }, {}] });
    const error = { code: 238, message: expect.stringContaining('array') as string };
    await expect(items.findOne({ 'list.n': null })).rejects.toMatchObject(error);
    await expect(items.createIndex({ list: 1 }, { unique: true }, {})).rejects.toMatchObject(error);
  });

  it('transactions', async () => {
    const items = mongodb.collection();
    const session = mongodb.client.startSession();
    session.startTransaction();
    await expect(items.insertOne({ _id: 'a' }, { session })).rejects.toThrow(
      'does not support sessions',
    );
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
    expect(await items.countDocuments()).toBe(0);
  });
});
