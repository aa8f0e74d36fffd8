import { fdatasyncSync, writeSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import type { Disk } from '../append-only-file.ts';
import { runCommand } from '../commands.ts';
import { Store } from '../store.ts';
import { useEmbeddedServer, type Item } from './embedded-server.ts';

const noSpace = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

/** The real disk. A test can make its writes and syncs fail. */
const disk = {
  isFull: false,
  failingSync: undefined as Error | undefined,
  onSync: () => {},

  write(fd: number, bytes: Buffer, at: number) {
    if (!disk.isFull) return writeSync(fd, bytes, 0, bytes.length, at);
    if (bytes.length < 20) throw noSpace;
    return writeSync(fd, bytes, 0, Math.ceil(bytes.length / 2), at);
  },
  sync(fd: number) {
    disk.onSync();
    if (disk.failingSync) throw disk.failingSync;
    fdatasyncSync(fd);
  },
} satisfies Disk & Record<string, unknown>;

const mongodb = useEmbeddedServer({ disk });

function fileOf({ collectionName }: { collectionName: string }): string {
  return join(mongodb.dataDir, 'shop', `${collectionName}.db`);
}

beforeEach(() => {
  disk.isFull = false;
  disk.failingSync = undefined;
  disk.onSync = () => {};
});

describe('if commands arrive together', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-mongodb-'));
  const store = new Store(dataDir, disk);
  afterAll(() => rm(dataDir, { recursive: true }));

  const run = (command: object) => runCommand({ ...command, $db: 'shop' }, store);
  const insert = (into: string, _id: string, n = 0) =>
    run({ insert: into, documents: [{ _id, n }] });

  it('a write, and a query that sees it, are answered after the write is synced', async () => {
    await insert('seen', 'a');
    const order: string[] = [];
    disk.onSync = () => order.push('synced');
    const update = { update: 'seen', updates: [{ q: { _id: 'a' }, u: { $set: { n: 1 } } }] };
    const writing = run(update).then(() => order.push('written'));
    const reading = run({ find: 'seen' }).then((reply) => {
      order.push('read');
      return reply;
    });
    await run({ ping: 1 }).then(() => order.push('pinged'));
    await writing;
    expect(await reading).toMatchObject({ cursor: { firstBatch: [{ _id: 'a', n: 1 }] } });
    expect(order).toEqual(['pinged', 'synced', 'written', 'read']);
  });

  it('the writes share a sync', async () => {
    let syncs = 0;
    disk.onSync = () => (syncs += 1);
    await Promise.all(Array.from({ length: 50 }, (_, n) => insert('shared', `${n}`)));
    expect(syncs).toBe(1);
  });

  it('a compaction saves the writes before it, which are then not appended again', async () => {
    disk.failingSync = new Error('EIO: i/o error');
    const replies = await Promise.all([
      insert('compacted', 'a'),
      run({ createIndexes: 'compacted', indexes: [{ name: 'n', key: { n: 1 } }] }),
      run({ compact: 'compacted' }),
    ]);
    for (const reply of replies) expect(reply).toMatchObject({ ok: 1 });
    const lines = (await readFile(join(dataDir, 'shop', 'compacted.db'), 'utf8')).split('\n');
    expect(lines).toEqual(['{"$$index":{"name":"n","key":{"n":1}}}', '{"_id":"a","n":0}', '']);
  });

  it('all writes are saved before the file is closed', async () => {
    const writing = insert('closed', 'a');
    await store.collections.get('shop.closed')?.close();
    expect(await writing).toMatchObject({ ok: 1 });
    expect(await readFile(join(dataDir, 'shop', 'closed.db'), 'utf8')).toContain('"a"');
    expect(await insert('closed', 'b')).toMatchObject({ ok: 0, code: 1 });
  });

  it('every command fails if it depends on a write that cannot be synced', async () => {
    await run({ createIndexes: 'failed', indexes: [{ name: 'n', key: { n: 1 }, unique: true }] });
    await insert('failed', 'old', 7);
    disk.failingSync = new Error('EIO: i/o error');
    const replies = await Promise.all([
      insert('failed', 'a', 1),
      // A duplicate key error would suggest that the document is stored.
      insert('failed', 'a', 1),
      run({ update: 'failed', updates: [{ q: { _id: 'old' }, u: { $set: { n: 8 } } }] }),
      run({ delete: 'failed', deletes: [{ q: { _id: 'old' }, limit: 1 }] }),
      run({ createIndexes: 'failed', indexes: [{ name: 'm', key: { m: 1 } }] }),
      run({ find: 'failed' }),
      insert('failed', 'b', 2),
    ]);
    for (const reply of replies) expect(reply).toMatchObject({ ok: 0, code: 1 });
    disk.failingSync = undefined;
    const unchanged = { cursor: { firstBatch: [{ _id: 'old', n: 7 }] } };
    expect(await run({ find: 'failed' })).toMatchObject(unchanged);
    expect(await insert('failed', 'a', 1)).toMatchObject({ ok: 1, n: 1 });
    expect(await insert('failed', 'b', 1)).toMatchObject({ writeErrors: [{ code: 11000 }] });
    const indexes = await run({ listIndexes: 'failed' });
    expect(indexes).toMatchObject({ cursor: { firstBatch: [{ name: '_id_' }, { name: 'n' }] } });
  });
});

describe('a disk that is full', () => {
  it('causes an error, and no part of the write remains in memory or in the file', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a' });
    const before = await readFile(fileOf(items), 'utf8');
    disk.isFull = true;
    const text = 'x'.repeat(1000);
    await expect(items.insertOne({ _id: 'b', text })).rejects.toThrow(/written.*ENOSPC/);
    await expect(items.updateOne({ _id: 'a' }, { $set: { text } })).rejects.toThrow(/ENOSPC/);
    expect(await readFile(fileOf(items), 'utf8')).toBe(before);
    expect(await items.find().toArray()).toEqual([{ _id: 'a' }]);
    disk.isFull = false;
    await items.insertOne({ _id: 'c' });
    await mongodb.restart();
    const again = mongodb.client.db('shop').collection<Item>(items.collectionName);
    expect(await again.find().sort({ _id: 1 }).toArray()).toEqual([{ _id: 'a' }, { _id: 'c' }]);
  });

  it('makes deletions fail, and the documents remain', async () => {
    const items = mongodb.collection();
    await items.insertMany([{ _id: 'a' }, { _id: 'b' }]);
    disk.isFull = true;
    await expect(items.deleteMany({})).rejects.toThrow(/ENOSPC/);
    expect(await items.countDocuments()).toBe(2);
    await expect(items.deleteMany({})).rejects.toThrow(/ENOSPC/);
  });
});

it('a collection stays usable if its file cannot be replaced after a failed write', async () => {
  const items = mongodb.collection();
  await items.insertOne({ _id: 'a' });
  disk.failingSync = new Error('EIO: i/o error');
  await expect(items.insertOne({ _id: 'b' })).rejects.toThrow(/written.*EIO/);
  disk.failingSync = undefined;
  const file = fileOf(items);
  await rename(file, `${file}.aside`);
  await mkdir(file);
  expect(await items.find().toArray()).toEqual([{ _id: 'a' }]);
  const compact = mongodb.client.db('shop').command({ compact: items.collectionName });
  await expect(compact).rejects.toThrow(/cannot be rewritten/);
  await items.insertOne({ _id: 'c' });
  await rm(file, { recursive: true });
  await rename(`${file}.aside`, file);
  await mongodb.restart();
  const again = mongodb.client.db('shop').collection<Item>(items.collectionName);
  expect(await again.find().toArray()).toEqual([{ _id: 'a' }, { _id: 'c' }]);
});

it('files and folders are readable only by their owner', async () => {
  const items = mongodb.collection();
  await items.insertOne({ _id: 'a' });
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  expect(await modeOf(fileOf(items))).toBe(0o600);
  expect(await modeOf(join(mongodb.dataDir, 'shop'))).toBe(0o700);
  await mongodb.client.db('shop').command({ compact: items.collectionName });
  expect(await modeOf(fileOf(items))).toBe(0o600);
});
