import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, ObjectId } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startEmbeddedMongodb } from '../server.ts';
import { useEmbeddedServer, type Item } from './embedded-server.ts';

const mongodb = useEmbeddedServer();

function dataFile(collectionName: string): string {
  return join(mongodb.dataDir, 'shop', `${collectionName}.db`);
}

/** The same collection, through the client of the restarted server. */
function again({ collectionName }: { collectionName: string }) {
  return mongodb.client.db('shop').collection<Item>(collectionName);
}

describe('after a restart', () => {
  it('documents, changes and indexes are restored', async () => {
    const items = mongodb.collection();
    await items.createIndex({ n: 1 }, { unique: true }, {});
    await items.insertMany([
      { _id: 'a', n: 1, text: 'line\u2028end\u2029and\u0085more', at: new Date(1) },
      { _id: 'b', n: 2 },
    ]);
    await items.updateOne({ _id: 'a' }, { $set: { n: 3 } });
    await items.deleteOne({ _id: 'b' });
    const before = await items.find().toArray();
    await mongodb.restart();
    expect(await again(items).find().toArray()).toEqual(before);
    await expect(again(items).insertOne({ _id: 'c', n: 3 })).rejects.toMatchObject({ code: 11000 });
    await again(items).insertOne({ _id: 'c', n: 1 });
  });

  it('an incomplete last line is dropped, and writing continues', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a', n: 1 });
    await appendFile(dataFile(items.collectionName), '{"_id":"torn","text":"half a wo');
    await mongodb.restart();
    await again(items).insertOne({ _id: 'b', n: 2 });
    await mongodb.restart();
    expect(await again(items).find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 2 },
    ]);
  });

  it('an unfinished rewrite is dropped', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a' });
    const rewritten = `${dataFile(items.collectionName)}~`;
    await writeFile(rewritten, '{"_id":"half","secre', { mode: 0o644 });
    await mongodb.restart();
    expect(await again(items).find().toArray()).toEqual([{ _id: 'a' }]);
    expect((await readdir(join(mongodb.dataDir, 'shop'))).join()).not.toContain('~');
    expect((await stat(dataFile(items.collectionName))).mode & 0o777).toBe(0o600);
  });

  it('the file contains no trace of deleted documents', async () => {
    const items = mongodb.collection();
    await items.insertMany([{ _id: 'erased' }, { _id: 'kept' }]);
    await items.deleteOne({ _id: 'erased' });
    await mongodb.restart();
    expect(await readFile(dataFile(items.collectionName), 'utf8')).toBe('{"_id":"kept"}\n');
  });

  it('a dropped database is still gone', async () => {
    const other = mongodb.client.db('other').collection<Item>('gone');
    await other.insertOne({ _id: 'a' });
    await other.createIndex({ n: 1 }, {}, {});
    await mongodb.client.db('other').dropDatabase();
    expect(await other.find().toArray()).toEqual([]);
    await mongodb.restart();
    expect(await readdir(mongodb.dataDir)).not.toContain('other');
    const made = mongodb.client.db('other').collection<Item>('gone');
    await made.insertOne({ _id: 'a' });
    expect(await made.indexes()).toHaveLength(1);
  });
});

describe('a data folder', () => {
  let dataDir: string;
  let file: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'embedded-mongodb-'));
    file = join(dataDir, 'shop', 'items.db');
    await mkdir(join(dataDir, 'shop'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it.each<[string, string | Buffer]>([
    ['half a document in the middle', '{"_id":"a"}\n{"_id":\n{"_id":"b"}\n'],
    ['an empty line in the middle', '{"_id":"a"}\n\n{"_id":"b"}\n'],
    ['zeros in the middle', '{"_id":"a"}\n\0\0\0\n{"_id":"b"}\n'],
    ['a line that is neither a document nor a change', '{"_id":"a"}\n{"id":"b"}\n'],
    ['a line that is a list', '{"_id":"a"}\n[]\n'],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"_id":"a'), 0xff, 0x22, 0x7d, 0x0a])],
  ])('with %s prevents the start, and the error names the file', async (_what, content) => {
    await writeFile(file, content);
    await expect(startEmbeddedMongodb({ port: 0, dataDir })).rejects.toThrow(/items\.db cannot be/);
    expect(await readFile(file)).toEqual(Buffer.from(content));
    expect(await readdir(dataDir)).toEqual(['shop']);
  });

  it('with an unreadable file prevents the server from starting', async () => {
    await mkdir(file);
    await expect(startEmbeddedMongodb({ port: 0, dataDir })).rejects.toThrow(/items\.db.*EISDIR/);
  });

  it('is readable and writable even if a file cannot be rewritten', async () => {
    await writeFile(file, '{"_id":"a","n":1}\n{"_id":"a","n":2}\n{"_id":"torn"');
    await mkdir(`${file}~`);
    for (const [known, next] of [
      ['a', 'b'],
      ['ab', 'c'],
      ['abc', 'd'],
    ] as const) {
      const server = await startEmbeddedMongodb({ port: 0, dataDir });
      const client = new MongoClient(server.uri);
      const items = client.db('shop').collection<Item>('items');
      expect((await items.find().toArray()).map(({ _id }) => _id).join('')).toBe(known);
      await items.insertOne({ _id: next });
      await client.close();
      await server.close();
      const lines = (await readFile(file, 'utf8')).split('\n');
      expect(lines.slice(-2)).toEqual([`{"_id":"${next}"}`, '']);
    }
  });

  it('can be used by only one server at a time', async () => {
    const server = await startEmbeddedMongodb({ port: 0, dataDir });
    await expect(startEmbeddedMongodb({ port: 0, dataDir })).rejects.toThrow(/in use/);
    await server.close();
    await (await startEmbeddedMongodb({ port: 0, dataDir })).close();
    expect(await readdir(dataDir)).toEqual(['shop']);
  });

  it('can be used by only one server even if its path is too long for a socket', async () => {
    const deep = join(dataDir, 'x'.repeat(120));
    const server = await startEmbeddedMongodb({ port: 0, dataDir: deep });
    await expect(startEmbeddedMongodb({ port: 0, dataDir: deep })).rejects.toThrow(/in use/);
    await server.close();
  });

  it('written by the last release starts complete', async () => {
    await cp(new URL('last-release', import.meta.url), join(dataDir, 'shop'), { recursive: true });
    const server = await startEmbeddedMongodb({ port: 0, dataDir });
    const client = new MongoClient(server.uri);
    const items = client.db('shop').collection<Item>('items');
    const email = (name: string) => `${name}@example.org`;
    expect(await items.find().sort({ email: 1 }).toArray()).toEqual([
      {
        _id: 'a',
        email: email('a'),
        at: new Date(5),
        tags: ['x', 'y'],
        deep: { n: 1, none: null },
      },
      { _id: 'b', email: email('b'), n: 2, notes: [{ text: 'Called', at: new Date(7) }] },
      {
        _id: new ObjectId('65f000000000000000000001'),
        email: email('c'),
        text: 'line\u2028end é',
        isDone: true,
      },
    ]);
    expect(await items.indexes()).toMatchObject([
      { name: '_id_' },
      { key: { email: 1 }, unique: true },
      { key: { tags: 1, at: -1 }, sparse: true },
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
    const again = items.insertOne({ _id: 'c', email: email('a') });
    await expect(again).rejects.toMatchObject({ code: 11000 });
    await client.close();
    await server.close();
  });

  it('written by NeDB is readable, without its indexes', async () => {
    await writeFile(
      file,
      [
        '{"$$indexCreated":{"fieldName":["n"],"unique":true,"sparse":false}}',
        '{"_id":"gone","n":7}',
        '{"_id":"a","n":1,"at":{"$$date":5}}',
        '{"$$deleted":true,"_id":"gone"}',
        '',
      ].join('\n'),
    );
    for (let start = 0; start < 2; start += 1) {
      const server = await startEmbeddedMongodb({ port: 0, dataDir });
      const client = new MongoClient(server.uri);
      const items = client.db('shop').collection<Item>('items');
      expect(await items.find().toArray()).toEqual([{ _id: 'a', n: 1, at: new Date(5) }]);
      await items.createIndex({ n: 1 }, { unique: true }, {});
      await client.close();
      await server.close();
    }
  });
});
