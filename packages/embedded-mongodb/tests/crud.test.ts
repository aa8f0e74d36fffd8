import type { Document } from 'mongodb';
import { describe, expect, it } from 'vitest';

import { useEmbeddedServer } from './embedded-server.ts';

const mongodb = useEmbeddedServer();

describe('documents', () => {
  it('keep the types of their values', async () => {
    const items = mongodb.collection();
    const document = {
      _id: '0b8f6c1e-0f3c-4a8e-9d55-2f8f2f6f1a11',
      text: 'Zoë — “quoted” \u2028 \u2029 \u0085 \n 🙂',
      empty: '',
      date: new Date('2024-06-01T10:00:00.123Z'),
      epoch: new Date(0),
      integer: -3,
      beyond32Bits: 2 ** 40,
      fraction: 0.1,
      yes: true,
      no: false,
      nothing: null,
      object: { nested: { deeply: [1, 'two', { three: new Date(3) }] }, none: {} },
      list: [],
    };
    await items.insertOne(document);
    expect(await items.findOne({ _id: document._id })).toEqual(document);
  });

  it('are changed and deleted, one or many at a time', async () => {
    const items = mongodb.collection();
    await items.insertMany([1, 2, 3, 4].map((n) => ({ _id: `${n}`, n, kind: 'number' })));
    expect(await items.updateOne({ _id: '1' }, { $set: { kind: 'other' } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 1,
    });
    expect(await items.findOne({ _id: '1' })).toEqual({ _id: '1', n: 1, kind: 'other' });
    expect(await items.updateOne({ kind: 'number' }, { $inc: { n: 10 } })).toMatchObject({
      matchedCount: 1,
    });
    expect(await items.countDocuments({ n: { $gt: 10 } })).toBe(1);
    expect(await items.updateOne({ kind: 'none' }, { $inc: { n: 10 } })).toMatchObject({
      matchedCount: 0,
      modifiedCount: 0,
    });
    expect(await items.updateMany({ kind: 'number' }, { $set: { n: 3 } })).toMatchObject({
      matchedCount: 3,
      modifiedCount: 2,
    });
    expect(await items.countDocuments({ n: 3 })).toBe(3);
    expect(await items.deleteOne({ kind: 'number' })).toMatchObject({ deletedCount: 1 });
    expect(await items.deleteMany({ kind: 'number' })).toMatchObject({ deletedCount: 2 });
    expect(await items.countDocuments()).toBe(1);
  });

  it('count as matched but not modified if an update changes nothing', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', n: 1, at: new Date(5) });
    const same = { $set: { n: 1, at: new Date(5) } };
    expect(await items.updateOne({ _id: 'a' }, same)).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    });
  });

  it('are changed by $set, $unset, $inc and $push', async () => {
    const items = mongodb.collection();
    const notes = [{ id: 'x', by: 'a' }];
    await items.insertOne({ _id: 'a', n: 1, tags: ['x'], gone: 1, notes, deep: { v: 1, w: 1 } });
    const update = {
      $set: { 'made.path': 1, 'deep.v': 2 },
      $unset: { gone: '', 'none.there': '', 'deep.w': '' },
      $inc: { n: -2, 'made.count': 1 },
      $push: { tags: 'x', log: 'first', notes: { id: 'z' }, 'made.list': [1] },
    };
    expect(await items.updateOne({ _id: 'a' }, update as Document)).toMatchObject({
      modifiedCount: 1,
    });
    expect(await items.findOne()).toStrictEqual({
      _id: 'a',
      n: -1,
      tags: ['x', 'x'],
      notes: [...notes, { id: 'z' }],
      deep: { v: 2 },
      made: { path: 1, count: 1, list: [[1]] },
      log: ['first'],
    });
  });

  it('are returned as they were before or after a change, or before their deletion', async () => {
    const items = mongodb.collection();
    await items.insertMany([1, 2, 3].map((n) => ({ _id: `${n}`, n })));
    const change = { $inc: { n: 10 } };
    expect(await items.findOneAndUpdate({ n: 1 }, change)).toEqual({ _id: '1', n: 1 });
    expect(
      await items.findOneAndUpdate({ n: { $lt: 10 } }, change, {
        sort: { n: -1 },
        returnDocument: 'after',
      }),
    ).toEqual({ _id: '3', n: 13 });
    expect(await items.findOneAndUpdate({ n: 99 }, change)).toBeNull();
    expect(await items.findOneAndDelete({ n: 13 })).toEqual({ _id: '3', n: 13 });
    expect(await items.findOneAndDelete({ n: 13 })).toBeNull();
    expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: '1', n: 11 },
      { _id: '2', n: 2 },
    ]);
  });

  it('keep every change if many are made concurrently', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'counter', n: 0 });
    await Promise.all(
      Array.from({ length: 200 }, () => items.updateOne({ _id: 'counter' }, { $inc: { n: 1 } })),
    );
    expect(await items.findOne()).toEqual({ _id: 'counter', n: 200 });
  });
});

describe('upserts', () => {
  it('insert once and update afterwards', async () => {
    const items = mongodb.collection();
    const upsert = (seen: number) =>
      items.updateOne({ _id: 'a' }, { $set: { 'last.seen': seen } }, { upsert: true });
    expect(await upsert(1)).toMatchObject({
      matchedCount: 0,
      modifiedCount: 0,
      upsertedCount: 1,
      upsertedId: 'a',
    });
    expect(await upsert(2)).toMatchObject({ matchedCount: 1, modifiedCount: 1, upsertedCount: 0 });
    expect(await items.findOne()).toEqual({ _id: 'a', last: { seen: 2 } });
  });

  it('count as written, and as modified only if they update', async () => {
    const reply = await mongodb.client.db('shop').command({
      update: mongodb.collection().collectionName,
      updates: [
        { q: { _id: 'a' }, u: { $set: { n: 1 } }, upsert: true },
        { q: { _id: 'a' }, u: { $set: { n: 2 } }, upsert: true },
        { q: { _id: 'b' }, u: { $set: { n: 1 } }, upsert: true },
      ],
    });
    expect(reply).toEqual({
      ok: 1,
      n: 3,
      nModified: 1,
      upserted: [
        { index: 0, _id: 'a' },
        { index: 2, _id: 'b' },
      ],
    });
  });

  it('insert one document if many run concurrently', async () => {
    const items = mongodb.collection();
    const results = await Promise.all(
      Array.from({ length: 50 }, () =>
        items.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { upsert: true }),
      ),
    );
    expect(results.filter(({ upsertedCount }) => upsertedCount === 1)).toHaveLength(1);
    expect(await items.find().toArray()).toEqual([{ _id: 'a', n: 50 }]);
  });

  it('are reported by their position in a bulk write', async () => {
    const items = mongodb.collection();
    const result = await items.bulkWrite([
      { insertOne: { document: { _id: 'a' } } },
      { updateOne: { filter: { _id: 'a' }, update: { $set: { n: 1 } } } },
      { updateOne: { filter: { _id: 'b' }, update: { $set: { n: 1 } }, upsert: true } },
      { deleteOne: { filter: { _id: 'a' } } },
    ]);
    expect(result).toMatchObject({
      insertedCount: 1,
      modifiedCount: 1,
      deletedCount: 1,
      upsertedIds: { 2: 'b' },
    });
  });
});
