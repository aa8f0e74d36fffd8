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

  it('an update by a pipeline', async () => {
    const items = mongodb.collection();
    const pipeline = [{ $set: { n: 1 } }];
    await expect(items.updateOne({}, pipeline)).rejects.toMatchObject({ code: 238 });
  });

  it.each<[string, Document]>([
    ['a partial index', { partialFilterExpression: { a: 1 } }],
    ['a collation', { collation: { locale: 'en' } }],
    ['a hidden index', { hidden: true }],
  ])('%s', async (_what, options) => {
    const items = mongodb.collection();
    await expect(items.createIndex({ a: 1 }, options)).rejects.toMatchObject({ code: 238 });
    await expect(items.createIndex({ a: 'text' })).rejects.toMatchObject({ code: 238 });
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
    await items.createIndex({ email: 1 }, { unique: true });
    await expect(items.insertOne({ _id: 'a' })).rejects.toMatchObject({ code: 238 });
  });

  it('null inside arrays, and indexes inside arrays', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', list: [{ n: null }, {}] });
    const error = { code: 238, message: expect.stringContaining('arrays') as string };
    await expect(items.findOne({ 'list.n': null })).rejects.toMatchObject(error);
    await expect(items.createIndex({ 'list.n': 1 })).rejects.toMatchObject(error);
    await items.createIndex({ a: 1, b: 1 });
    await expect(items.insertOne({ _id: 'b', a: [1], b: 1 })).rejects.toMatchObject({ code: 238 });
  });

  it('sessions', async () => {
    const items = mongodb.collection();
    const session = mongodb.client.startSession();
    await expect(items.findOne({}, { session })).rejects.toThrow(/session/);
    await session.endSession();
  });
});
