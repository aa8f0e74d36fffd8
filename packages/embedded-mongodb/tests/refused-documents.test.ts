import { Binary, Decimal128, Long } from 'mongodb';
import { describe, expect, it } from 'vitest';

import { useEmbeddedServer } from './embedded-server.ts';

const mongodb = useEmbeddedServer();

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

  it('paths into arrays, and index keys that are objects or several arrays', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', list: [{ n: null }, {}] });
    const error = { code: 238, message: expect.stringContaining('array') as string };
    await expect(items.findOne({ 'list.n': null })).rejects.toMatchObject(error);
    await expect(items.createIndex({ 'list.n': 1 }, {}, {})).rejects.toMatchObject(error);
    await expect(items.createIndex({ list: 1 }, {}, {})).rejects.toMatchObject(error);
    await items.createIndex({ a: 1, b: 1 }, {}, {});
    await expect(items.insertOne({ _id: 'b', a: [1], b: [1] })).rejects.toMatchObject(error);
    await expect(items.insertOne({ _id: 'b', b: {} })).rejects.toMatchObject(error);
  });

  it('transactions', async () => {
    const items = mongodb.collection();
    const session = mongodb.client.startSession();
    session.startTransaction();
    const error = {
      code: 238,
      message: expect.stringMatching(/txnNumber|startTransaction/) as string,
    };
    await expect(items.insertOne({ _id: 'a' }, { session })).rejects.toMatchObject(error);
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
    expect(await items.countDocuments()).toBe(0);
  });
});
