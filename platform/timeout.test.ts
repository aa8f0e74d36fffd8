import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { expect, it, onTestFinished } from 'vitest';

import { TimeoutError, withTimeout } from './timeout.ts';

it('resolves or rejects as the work does', async () => {
  expect(await withTimeout(1_000, Promise.resolve('done'))).toBe('done');
  await expect(withTimeout(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('rejects with TimeoutError if the work takes too long', async () => {
  await expect(withTimeout(5, new Promise(() => {}))).rejects.toThrow(TimeoutError);
});

it('accepts an answer that arrived while the process was blocked', async () => {
  const server = createServer().listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port);
  const [answering] = (await once(server, 'connection')) as [Socket];
  const answer = withTimeout(20, once(socket, 'data'));
  answering.end('answer');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
  expect(String(await answer)).toBe('answer');
});
