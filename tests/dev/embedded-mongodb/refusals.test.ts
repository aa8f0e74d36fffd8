import { Binary, Decimal128, Long, ObjectId, type Document } from 'mongodb';
import { describe, expect, it } from 'vitest';

import { useEmbeddedServer } from './embedded-server.ts';

const mongodb = useEmbeddedServer();

function send(command: Document): Promise<Document> {
  return mongodb.client.db('office').command(command);
}

describe('what the server does not serve is refused in words:', () => {
  it.each<[string, Document, number, RegExp]>([
    ['an unknown command', { mapReduce: 'items' }, 59, /no such command: 'mapReduce'/],
    ['an option of a command', { find: 'items', hint: 'x' }, 238, /the option 'hint'/],
    ['a collation', { find: 'items', collation: { locale: 'en' } }, 238, /'collation'/],
    ['an operator', { find: 'items', filter: { a: { $mod: [2, 0] } } }, 2, /\$mod/],
    ['$size', { find: 'items', filter: { a: { $size: 1 } } }, 2, /\$size/],
    ['$elemMatch', { find: 'items', filter: { a: { $elemMatch: { $gt: 1 } } } }, 2, /\$elemMatch/],
    ['$not', { find: 'items', filter: { a: { $not: { $gt: 1 } } } }, 2, /\$not/],
    ['$nor', { find: 'items', filter: { $nor: [{ a: 1 }] } }, 2, /\$nor/],
    ['a whole array', { find: 'items', filter: { a: [1] } }, 238, /whole objects and arrays/],
    ['an empty object', { find: 'items', filter: { a: {} } }, 238, /whole objects/],
    ['$options alone', { find: 'items', filter: { a: { $options: 'i' } } }, 2, /\$options/],
    ['$expr', { find: 'items', filter: { $expr: true } }, 2, /\$expr/],
    ['$where', { find: 'items', filter: { $where: '1' } }, 2, /\$where/],
    ['null as a bound', { find: 'items', filter: { a: { $gt: null } } }, 238, /\$gt/],
    ['a whole object', { find: 'items', filter: { a: { b: 1 } } }, 238, /whole objects/],
    [
      'a regex option',
      { find: 'items', filter: { a: { $regex: 'x', $options: 'x' } } },
      238,
      /i, m/,
    ],
    ['a computed field', { find: 'items', projection: { a: '$b' } }, 238, /projection of 'a'/],
    ['a mixed projection', { find: 'items', projection: { a: 1, b: 0 } }, 2, /both/],
    ['a sort', { find: 'items', sort: { a: { $meta: 'textScore' } } }, 2, /sort direction/],
    ['a negative limit', { find: 'items', limit: -1 }, 238, /negative/],
    ['dropIndexes', { dropIndexes: 'items', index: '*' }, 59, /dropIndexes/],
    ['findOneAndDelete', { findAndModify: 'items', query: {}, remove: true }, 238, /removes/],
    ['a read concern', { find: 'items', readConcern: { level: 'snapshot' } }, 238, /snapshot/],
    ['a write concern', { ping: 1, writeConcern: { w: 3 } }, 238, /w: 3/],
    ['a transaction', { find: 'items', txnNumber: 1 }, 238, /txnNumber/],
    ['a bad collection name', { find: '../items' }, 73, /not a name/],
    ['$lookup', { aggregate: 'items', pipeline: [{ $lookup: {} }], cursor: {} }, 238, /\$lookup/],
    [
      'an accumulator',
      { aggregate: 'items', pipeline: [{ $group: { _id: null, a: { $push: '$b' } } }], cursor: {} },
      238,
      /\$push/,
    ],
    [
      'an expression',
      { aggregate: 'items', pipeline: [{ $group: { _id: { $year: '$a' } } }], cursor: {} },
      238,
      /expression/,
    ],
  ])('%s', async (_what, command, code, message) => {
    await expect(send(command)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it.each<[string, Document, number]>([
    ['unknown', { $rename: { a: 'b' } }, 2],
    ['$min', { $min: { n: 0 } }, 2],
    ['$max', { $max: { n: 2 } }, 2],
    ['$addToSet', { $addToSet: { list: 2 } }, 2],
    ['$pull with a range', { $pull: { list: { $gt: 1 } } }, 238],
    ['two operators on one path', { $set: { n: 1 }, $inc: { n: 1 } }, 40],
    ['a path and a part of it', { $set: { o: {} }, $setOnInsert: { 'o.p': 1 } }, 40],
    ['$inc of a text', { $inc: { text: 1 } }, 14],
    ['$push to a text', { $push: { text: 1 } }, 2],
    ['a path through a text', { $set: { 'text.more': 1 } }, 28],
    ['a positional path', { $set: { 'list.$': 1 } }, 238],
    ['$slice', { $push: { list: { $each: [1], $slice: -1 } } }, 238],
    ['another _id', { $set: { _id: 'b' } }, 66],
    ['a dollar in a name', { $set: { o: { $a: 1 } } }, 52],
  ])('an update with %s', async (_what, changes, code) => {
    const items = mongodb.collection();
    const before = { _id: 'a', n: 1, text: 't', list: [1] };
    await items.insertOne(before);
    await expect(items.updateOne({ _id: 'a' }, changes)).rejects.toMatchObject({ code });
    expect(await items.findOne()).toEqual(before);
  });

  it.each<[string, Document, Document]>([
    ['a position past the end of an array', { $set: { 'list.5': 1 } }, { list: [1] }],
    ['$unset of an element', { $unset: { 'list.0': '' } }, { list: [1] }],
    ['$pull with conditions on fields', { $pull: { list: { a: 1 } } }, { list: [1] }],
    ['$pull of a value from nested arrays', { $pull: { list: 1 } }, { list: [[1]] }],
    ['$pull of a value from documents', { $pull: { list: 1 } }, { list: [1, { a: 1 }] }],
    ['a path inside an array', { $set: { 'list.a': 1 } }, { list: [{ a: 2 }] }],
    ['$unset inside an array', { $unset: { 'list.a': '' } }, { list: [{ a: 2 }] }],
    ['a position in an object', { $set: { 'o.1': 1 } }, { o: {} }],
    ['__proto__ in a path', { $set: { 'o.__proto__': 1 } }, { o: {} }],
    ['$each', { $push: { list: { $each: [1] } } }, { list: [] }],
    ['nothing to change', { $set: {} }, {}],
  ])('an update with %s', async (_what, changes, fields) => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', ...fields });
    await expect(items.updateOne({ _id: 'a' }, changes)).rejects.toMatchObject({ code: 238 });
    expect(await items.findOne()).toEqual({ _id: 'a', ...fields });
  });

  it.each<[string, Document, Document]>([
    ['$exists inside arrays', { 'list.n': { $exists: false } }, { list: [{}] }],
    ['a whole array inside arrays', { 'list.tags': [1] }, { list: [{ tags: [1] }] }],
    ['$ne of an array inside arrays', { 'list.tags': { $ne: [1] } }, { list: [{ tags: [1] }] }],
    ['null in $nin inside arrays', { 'list.n': { $nin: [null] } }, { list: [{}] }],
    ['a position in an array', { 'list.0': 1 }, { list: [1] }],
    ['a bound beyond U+D7FF', { text: { $lt: '\u{1f600}' } }, { text: '\uffff' }],
  ])('a filter with %s', async (_what, filter, fields) => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', ...fields });
    await expect(items.findOne(filter)).rejects.toMatchObject({ code: 238 });
    await expect(items.findOne({ $or: [{ $and: [filter] }] })).rejects.toMatchObject({ code: 238 });
    await expect(items.deleteMany(filter)).rejects.toMatchObject({ code: 238 });
    expect(await items.countDocuments()).toBe(1);
  });

  it.each<[string, Document]>([
    ['arrays', { n: { $max: '$list' } }],
    ['texts', { n: { $min: '$text' } }],
    ['dates and numbers', { n: { $max: '$mixed' } }],
    ['the sum of dates', { n: { $sum: '$at' } }],
  ])('an accumulator over %s', async (_what, fields) => {
    const items = mongodb.collection();
    await items.insertMany([
      { _id: 'a', list: [1], text: 'a', mixed: 1, at: new Date(1) },
      { _id: 'b', mixed: new Date(1) },
    ]);
    const groups = items.aggregate([{ $group: { _id: null, ...fields } }]).toArray();
    await expect(groups).rejects.toMatchObject({ code: 238 });
  });

  it.each<[string, Document]>([
    ['an only alternative', { _id: 'a', $or: [{ n: 1 }] }],
    ['a list', { _id: { $in: ['a'] } }],
    ['a bound', { _id: 'a', n: { $gt: 1 } }],
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
    await expect(items.findOneAndReplace({ _id: 'a' }, { n: 1 })).rejects.toMatchObject(error);
  });

  it('an update by a pipeline', async () => {
    const items = mongodb.collection();
    const pipeline = [{ $set: { n: 1 } }];
    await expect(items.updateOne({}, pipeline)).rejects.toMatchObject({ code: 238 });
  });

  it.each<[string, Document]>([
    ['a partial index', { partialFilterExpression: { a: 1 } }],
    ['a collation', { collation: { locale: 'en' } }],
    ['a hidden index', { hidden: true }],
    ['a unique index that is sparse', { unique: true, sparse: true }],
  ])('%s', async (_what, options) => {
    const items = mongodb.collection();
    await expect(items.createIndex({ a: 1 }, options, {})).rejects.toMatchObject({ code: 238 });
    await expect(items.createIndex({ a: 'text' }, {}, {})).rejects.toMatchObject({ code: 238 });
  });

  it.each<[string, unknown]>([
    ['ObjectId', new ObjectId()],
    ['Binary', new Binary(Buffer.from('x'))],
    ['Decimal128', Decimal128.fromString('1')],
    ['64-bit integer', Long.MAX_VALUE],
    ['NaN', NaN],
    ['regular expressions', /x/],
  ])('a document that holds %s', async (name, value) => {
    const items = mongodb.collection();
    await expect(items.insertOne({ _id: 'a', deep: [{ value }] })).rejects.toMatchObject({
      code: 238,
      message: expect.stringContaining(name) as string,
    });
    expect(await items.countDocuments()).toBe(0);
  });

  it('an _id that the driver made, because the document had none', async () => {
    const plain = mongodb.client.db('office').collection('plain');
    await expect(plain.insertOne({ n: 1 })).rejects.toMatchObject({
      code: 238,
      message: expect.stringContaining('ObjectId') as string,
    });
    await expect(
      plain.updateOne({ n: 1 }, { $set: { m: 1 } }, { upsert: true }),
    ).rejects.toMatchObject({ code: 238, message: expect.stringContaining('ObjectId') as string });
  });

  it('a missing or null key in a unique index', async () => {
    const items = mongodb.collection();
    await items.createIndex({ email: 1 }, { unique: true }, {});
    await expect(items.insertOne({ _id: 'a' })).rejects.toMatchObject({ code: 238 });
  });

  it('null inside arrays, and indexes inside arrays', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', list: [{ n: null }, {}] });
    const error = { code: 238, message: expect.stringContaining('arrays') as string };
    await expect(items.findOne({ 'list.n': null })).rejects.toMatchObject(error);
    await expect(items.createIndex({ 'list.n': 1 }, {}, {})).rejects.toMatchObject(error);
    await items.createIndex({ a: 1, b: 1 }, {}, {});
    await expect(items.insertOne({ _id: 'b', a: [1], b: 1 })).rejects.toMatchObject({ code: 238 });
  });

  it('sessions', async () => {
    const items = mongodb.collection();
    const session = mongodb.client.startSession();
    await expect(items.findOne({}, { session })).rejects.toThrow(/session/);
    await session.endSession();
  });
});
