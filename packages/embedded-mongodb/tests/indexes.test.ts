import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { useEmbeddedServer } from './embedded-server.ts';

const mongodb = useEmbeddedServer({ expiryIntervalMs: 50 });

describe('a unique index', () => {
  it('refuses a second document with the same key, and names the key', async () => {
    const items = mongodb.collection();
    await items.createIndex({ email: 1 }, { unique: true }, {});
    await items.insertOne({ _id: 'a', email: 'a@example.org' });
    await expect(items.insertOne({ _id: 'b', email: 'a@example.org' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'a@example.org' },
      message: expect.stringMatching(/^E11000 .*index: email_1 dup key/) as string,
    });
    expect(await items.countDocuments()).toBe(1);
  });

  it('refuses a second document with the same _id', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a' });
    await expect(items.insertOne({ _id: 'a' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { _id: 1 },
      keyValue: { _id: 'a' },
    });
  });

  it('applies to updates and upserts', async () => {
    const items = mongodb.collection();
    await items.createIndex({ email: 1 }, { unique: true }, {});
    await items.insertMany([
      { _id: 'a', email: 'a' },
      { _id: 'b', email: 'b' },
    ]);
    const toA = { $set: { email: 'a' } };
    const error = { code: 11000, keyValue: { email: 'a' } };
    await expect(items.updateOne({ _id: 'b' }, toA)).rejects.toMatchObject(error);
    await expect(items.updateOne({ _id: 'c' }, toA, { upsert: true })).rejects.toMatchObject(error);
    expect(await items.findOne({ _id: 'b' })).toEqual({ _id: 'b', email: 'b' });
  });

  it('over two fields allows documents that are equal in one field, but not in both', async () => {
    const items = mongodb.collection();
    await items.createIndex({ kind: 1, about: 1 }, { unique: true }, {});
    await items.insertMany([
      { _id: 'a', kind: 'k', about: 1 },
      { _id: 'b', kind: 'k', about: 2 },
      { _id: 'c', kind: 'l', about: 1 },
    ]);
    await expect(items.insertOne({ _id: 'd', about: 1, kind: 'k' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { kind: 1, about: 1 },
      keyValue: { kind: 'k', about: 1 },
    });
    expect(await items.find({ about: 1, kind: 'k' }).toArray()).toHaveLength(1);
  });

  it('stops an ordered insert at a duplicate, but not an unordered insert', async () => {
    const documents = [{ _id: 'a' }, { _id: 'a' }, { _id: 'b' }, { _id: 'a' }, { _id: 'c' }];
    const ordered = mongodb.collection();
    await expect(ordered.insertMany(documents)).rejects.toMatchObject({
      code: 11000,
      insertedCount: 1,
    });
    const unordered = mongodb.collection();
    await expect(unordered.insertMany(documents, { ordered: false })).rejects.toMatchObject({
      insertedCount: 3,
      writeErrors: [{ index: 1, code: 11000 }, { index: 3 }],
    });
    expect(await unordered.countDocuments()).toBe(3);
  });

  it('cannot be created if documents conflict', async () => {
    const items = mongodb.collection();
    await items.insertMany([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 1 },
    ]);
    await expect(items.createIndex({ n: 1 }, { unique: true }, {})).rejects.toMatchObject({
      code: 11000,
      keyValue: { n: 1 },
    });
    expect(await items.indexes()).toHaveLength(1);
  });
});

describe('indexes', () => {
  it('are listed as created, even after a restart', async () => {
    const { collectionName } = mongodb.collection();
    const items = () => mongodb.client.db('shop').collection(collectionName);
    await items().createIndex({ email: 1 }, { unique: true, name: 'by-email' }, {});
    await items().createIndex({ at: -1, n: 1 }, { sparse: true }, {});
    await items().createIndex({ goneAt: 1 }, { expireAfterSeconds: 3600 }, {});
    const made = [
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { email: 1 }, name: 'by-email', unique: true },
      { v: 2, key: { at: -1, n: 1 }, name: 'at_-1_n_1', sparse: true },
      { v: 2, key: { goneAt: 1 }, name: 'goneAt_1', expireAfterSeconds: 3600 },
    ];
    expect(await items().indexes()).toEqual(made);
    for (let restart = 0; restart < 2; restart += 1) {
      await mongodb.restart();
      expect(await items().indexes()).toEqual(made);
    }
  });

  it('can be created again with the same options, but not with others', async () => {
    const items = mongodb.collection();
    await items.createIndex({ n: 1 }, {}, {});
    await items.createIndex({ n: 1 }, {}, {});
    expect(await items.indexes()).toHaveLength(2);
    for (const options of [{ unique: true }, { expireAfterSeconds: 1 }, { name: 'other' }]) {
      await expect(items.createIndex({ n: 1 }, options, {})).rejects.toMatchObject({ code: 85 });
    }
    await expect(items.createIndex({ m: 1 }, { name: 'n_1' }, {})).rejects.toMatchObject({
      code: 85,
    });
    await items.createIndex({ n: -1 }, {}, {});
    expect(await items.indexes()).toHaveLength(3);
  });
});

describe('a TTL index', () => {
  it('deletes only expired documents, even after a restart', async () => {
    const { collectionName } = mongodb.collection();
    const items = () => mongodb.client.db('shop').collection<{ _id: string }>(collectionName);
    await items().createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 }, {});
    await items().createIndex({ createdAt: 1 }, { expireAfterSeconds: 60 }, {});
    const kept = ['later', 'never', 'null', 'text', 'young'];
    const fill = () =>
      items().bulkWrite(
        [
          { _id: 'expired', expiresAt: new Date(Date.now() - 1) },
          { _id: 'old', createdAt: new Date(Date.now() - 61_000) },
          { _id: 'later', expiresAt: new Date(Date.now() + 60_000) },
          { _id: 'young', createdAt: new Date(Date.now() - 30_000) },
          { _id: 'never' },
          { _id: 'null', expiresAt: null },
          { _id: 'text', expiresAt: '2001-01-01' },
        ].map(({ _id, ...fields }) => ({
          updateOne: { filter: { _id }, update: { $set: { ...fields, _id } }, upsert: true },
        })),
      );
    const ids = async () => (await items().find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
    await fill();
    await expect.poll(ids).toEqual(kept);
    await mongodb.restart();
    await fill();
    await expect.poll(ids).toEqual(kept);
  });
});

it('records in the file that a document has expired, even without requests', async () => {
  const items = mongodb.collection();
  await items.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 }, {});
  await items.insertOne({ _id: 'old', expiresAt: new Date(0) });
  const file = join(mongodb.dataDir, 'shop', `${items.collectionName}.db`);
  await expect.poll(() => readFile(file, 'utf8')).toContain('{"$$deleted":true,"_id":"old"}\n');
});

describe('compact', () => {
  it('leaves no trace of deleted documents or old versions in the file', async () => {
    const items = mongodb.collection();
    await items.insertMany([
      { _id: 'erased', email: 'secret@example.org' },
      { _id: 'kept', note: 'older words' },
    ]);
    await items.deleteOne({ _id: 'erased' });
    await items.updateOne({ _id: 'kept' }, { $set: { note: 'newer words' } });
    const file = join(mongodb.dataDir, 'shop', `${items.collectionName}.db`);
    expect(await readFile(file, 'utf8')).toContain('secret@example.org');
    const database = mongodb.client.db('shop');
    expect(await database.command({ compact: items.collectionName })).toEqual({ ok: 1 });
    const text = await readFile(file, 'utf8');
    expect(text).not.toMatch(/erased|secret|older words/);
    expect(text).toContain('newer words');
    await items.insertOne({ _id: 'later' });
    await mongodb.restart();
    const again = mongodb.client.db('shop').collection(items.collectionName);
    const kept = [{ _id: 'kept', note: 'newer words' }, { _id: 'later' }];
    expect(await again.find().toArray()).toEqual(kept);
  });

  it('gives an error if the collection does not exist', async () => {
    const compact = mongodb.client.db('shop').command({ compact: 'none' });
    await expect(compact).rejects.toMatchObject({ code: 26 });
  });
});
