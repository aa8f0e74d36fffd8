import { fdatasync, write } from 'node:fs';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Disk } from '../../../dev/embedded-mongodb/append-only-file.ts';
import { useEmbeddedServer, type Item } from './embedded-server.ts';

const writeBytes = promisify(write);
const realSync = promisify(fdatasync);
const noSpace = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

/** The real disk, on which a test can hold a sync back or let the next calls fail. */
const disk = {
  syncs: 0,
  held: Promise.resolve(),
  isFull: false,
  failingSync: undefined as Error | undefined,

  async write(fd: number, bytes: Buffer, at: number) {
    if (!disk.isFull) return writeBytes(fd, bytes, 0, bytes.length, at);
    if (bytes.length < 20) throw noSpace;
    return writeBytes(fd, bytes, 0, Math.ceil(bytes.length / 2), at);
  },
  async sync(fd: number) {
    disk.syncs += 1;
    await disk.held;
    if (disk.failingSync) throw disk.failingSync;
    await realSync(fd);
  },
} satisfies Disk & Record<string, unknown>;

const mongodb = useEmbeddedServer({ disk });

/** Keeps every sync from ending until the returned function is called. */
function holdSyncs(): () => void {
  let release = () => {};
  disk.held = new Promise((resolve) => (release = resolve));
  return release;
}

function fileOf({ collectionName }: { collectionName: string }): string {
  return join(mongodb.dataDir, 'office', `${collectionName}.db`);
}

/** What has become of a promise after all that can happen without the disk has happened. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  const wait = new Promise((resolve) => setTimeout(resolve, 200, 'waiting'));
  return String(await Promise.race([promise.then(() => 'answered'), wait]));
}

beforeEach(() => {
  disk.held = Promise.resolve();
  disk.isFull = false;
  disk.failingSync = undefined;
});

describe('a write is answered', () => {
  it('only when it has been synced to the disk, and so is who sees it before', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a' });
    const release = holdSyncs();
    const writing = items.updateOne({ _id: 'a' }, { $set: { n: 1 } });
    expect(await stateOf(writing)).toBe('waiting');
    const reading = items.findOne({ _id: 'a' });
    expect(await stateOf(reading)).toBe('waiting');
    expect(await mongodb.client.db('office').command({ ping: 1 })).toEqual({ ok: 1 });
    release();
    expect(await writing).toMatchObject({ modifiedCount: 1 });
    expect(await reading).toEqual({ _id: 'a', n: 1 });
  });

  it('with a sync that it shares with the writes that came together with it', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'first' });
    const release = holdSyncs();
    const before = disk.syncs;
    const writes = Array.from({ length: 50 }, (_, n) => items.insertOne({ _id: `${n}` }));
    expect(await stateOf(Promise.race(writes))).toBe('waiting');
    release();
    await Promise.all(writes);
    expect(disk.syncs - before).toBeLessThan(10);
    expect(await items.countDocuments()).toBe(51);
  });
});

describe('a disk that is full', () => {
  it('gives an error, and nothing of the write stays in memory or in the file', async () => {
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
    const again = mongodb.client.db('office').collection<Item>(items.collectionName);
    expect(await again.find().sort({ _id: 1 }).toArray()).toEqual([{ _id: 'a' }, { _id: 'c' }]);
  });

  it('lets nobody believe that something was deleted, or that there was nothing', async () => {
    const items = mongodb.collection();
    await items.insertMany([{ _id: 'a' }, { _id: 'b' }]);
    disk.isFull = true;
    await expect(items.deleteMany({})).rejects.toThrow(/ENOSPC/);
    expect(await items.countDocuments()).toBe(2);
    await expect(items.deleteMany({})).rejects.toThrow(/ENOSPC/);
  });
});

describe('a write that cannot be synced', () => {
  it('is refused together with all that rests on it', async () => {
    const items = mongodb.collection();
    await items.createIndex({ n: 1 }, { unique: true }, {});
    const release = holdSyncs();
    disk.failingSync = new Error('EIO: i/o error');
    const first = items.insertOne({ _id: 'a', n: 1 });
    expect(await stateOf(first.catch(() => undefined))).toBe('waiting');
    // Answered with "there is one already", it would be taken for stored.
    const second = items.insertOne({ _id: 'a', n: 1 });
    const others = [items.findOne({ _id: 'a' }), items.insertOne({ _id: 'b', n: 2 })];
    const outcomes = Promise.allSettled([first, second, ...others]);
    expect(await stateOf(outcomes)).toBe('waiting');
    release();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 1 } });
    }
    disk.failingSync = undefined;
    expect(await items.find().toArray()).toEqual([]);
    await items.insertOne({ _id: 'a', n: 1 });
    await expect(items.insertOne({ _id: 'b', n: 1 })).rejects.toMatchObject({ code: 11000 });
  });

  it('leaves a collection that is refused, and not empty, while its file cannot be read', async () => {
    const items = mongodb.collection();
    await items.insertOne({ _id: 'a' });
    disk.failingSync = new Error('EIO: i/o error');
    await expect(items.insertOne({ _id: 'b' })).rejects.toThrow(/EIO/);
    disk.failingSync = undefined;
    const file = fileOf(items);
    await rename(file, `${file}.aside`);
    await mkdir(file);
    const database = mongodb.client.db('office');
    for (const attempt of [
      () => items.find().toArray(),
      () => items.countDocuments(),
      () => items.deleteMany({}),
      () => items.insertOne({ _id: 'c' }),
      () => items.createIndex({ n: 1 }, {}, {}),
      () => database.command({ compact: items.collectionName }),
    ]) {
      await expect(attempt()).rejects.toThrow(/cannot be read/);
    }
    await rm(file, { recursive: true });
    // A file that has vanished is not an empty one either.
    await expect(items.countDocuments()).rejects.toThrow(/shorter than it was/);
    await rename(`${file}.aside`, file);
    expect(await items.find().toArray()).toEqual([{ _id: 'a' }]);
  });
});

it('files and folders can be read by nobody else', async () => {
  const items = mongodb.collection();
  await items.insertOne({ _id: 'a' });
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  expect(await modeOf(fileOf(items))).toBe(0o600);
  expect(await modeOf(join(mongodb.dataDir, 'office'))).toBe(0o700);
  await mongodb.client.db('office').command({ compact: items.collectionName });
  expect(await modeOf(fileOf(items))).toBe(0o600);
});
