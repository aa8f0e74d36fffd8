import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { startEmbeddedMongodb } from '../server.ts';
import type { Item } from './embedded-server.ts';

describe('the server process', () => {
  let child: ChildProcess | undefined;
  let dataDir: string | undefined;
  let program: string;

  beforeAll(async () => {
    program = join(await mkdtemp(join(tmpdir(), 'embedded-mongodb-')), 'main.mjs');
    const entryPoints = ['packages/embedded-mongodb/main.ts'];
    await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm' });
  });
  afterAll(() => rm(join(program, '..'), { recursive: true }));
  afterEach(async () => {
    child?.kill('SIGKILL');
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
    dataDir = undefined;
  });

  async function startProcess(withIpc = false, execArgv: string[] = []): Promise<string> {
    dataDir ??= await mkdtemp(join(tmpdir(), 'embedded-mongodb-'));
    const args = [...execArgv, program, '--port', '0', '--data', dataDir];
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    child = spawn(process.execPath, args, { stdio: withIpc ? [...stdio, 'ipc'] : [...stdio] });
    if (!child.stdout) throw new Error('The child has no output.');
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    expect(line).toMatch(/embedded MongoDB-compatible server.*not for production/i);
    return /mongodb:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
  }

  it('keeps every acknowledged write when killed (SIGKILL) 30 times while writing', async () => {
    const acknowledged = new Set<string>();
    for (let round = 0; round < 30; round += 1) {
      const client = new MongoClient(await startProcess(), { serverSelectionTimeoutMS: 1000 });
      const items = client.db('shop').collection<Item>('items');
      // Every writer continues until the server is gone.
      const writers = Promise.allSettled(
        Array.from({ length: 8 }, async (_, writer) => {
          for (let n = 0; ; n += 1) {
            const _id = `${round}-${writer}-${n}`;
            await items.insertOne({ _id, text: 'x'.repeat(2000) });
            acknowledged.add(_id);
          }
        }),
      );
      const enough = acknowledged.size + 10 * (1 + (round % 7));
      await expect.poll(() => acknowledged.size).toBeGreaterThan(enough);
      child?.kill('SIGKILL');
      await writers;
      await client.close();
    }
    const client = new MongoClient(await startProcess());
    const kept = await client.db('shop').collection<Item>('items').find().toArray();
    await client.close();
    const ids = new Set(kept.map(({ _id }) => _id));
    expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  });

  it('calls fdatasync after each write to a file, before it answers', async () => {
    // Runs before the server. Reports each write, sync and answer to this test, in order.
    const preload = `
      import fs from 'node:fs';
      import net from 'node:net';
      import { syncBuiltinESMExports } from 'node:module';
      const report = (object, method, name) => {
        const original = object[method];
        object[method] = function (...values) {
          process.send(name);
          return original.apply(this, values);
        };
      };
      report(fs, 'writeSync', 'write');
      report(fs, 'fdatasyncSync', 'sync');
      report(net.Socket.prototype, 'write', 'answer');
      syncBuiltinESMExports();`;
    const uri = await startProcess(true, [
      '--import',
      `data:text/javascript,${encodeURIComponent(preload)}`,
    ]);
    const calls: string[] = [];
    child?.on('message', (name: unknown) => calls.push(name as string));
    const client = new MongoClient(uri);
    const items = client.db('shop').collection<Item>('items');
    await items.insertOne({ _id: 'a' });
    await items.updateOne({ _id: 'a' }, { $set: { n: 1 } });
    await items.deleteOne({ _id: 'a' });
    await client.close();
    const count = (name: string) => calls.filter((call) => call === name).length;
    await expect.poll(() => count('write')).toBeGreaterThanOrEqual(3);
    await expect.poll(() => count('answer')).toBeGreaterThan(3);
    // The lock of the folder is written before the first answer.
    const served = calls.slice(calls.indexOf('answer'));
    const afterWrites = served.filter((_call, index) => served[index - 1] === 'write');
    expect(new Set(afterWrites)).toEqual(new Set(['sync']));
  });

  it('locks its folder until it is killed', async () => {
    await startProcess();
    const options = { port: 0, dataDir: dataDir ?? '' };
    await expect(startEmbeddedMongodb(options)).rejects.toThrow(/in use/);
    child?.kill('SIGSTOP');
    await expect(startEmbeddedMongodb(options)).rejects.toThrow(/in use/);
    const exit = child && once(child, 'exit');
    child?.kill('SIGKILL');
    await exit;
    await (await startEmbeddedMongodb(options)).close();
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('stops cleanly on %s', async (signal) => {
    const client = new MongoClient(await startProcess());
    await client.db('shop').collection<Item>('items').insertOne({ _id: 'a' });
    const exit = child && once(child, 'exit');
    child?.kill(signal);
    expect(await exit).toEqual([0, null]);
    await client.close();
  });

  it('exits when its parent disconnects', async () => {
    await startProcess(true);
    const exit = child && once(child, 'exit');
    child?.disconnect();
    expect(await exit).toEqual([0, null]);
  });
});
