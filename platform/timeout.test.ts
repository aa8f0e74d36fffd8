import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { expect, it, onTestFinished } from 'vitest';

import { TimeoutError, withTimeout } from './timeout.ts';

it('passes on what the work comes to', async () => {
  expect(await withTimeout(1_000, Promise.resolve('done'))).toBe('done');
  await expect(withTimeout(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('gives up on work that does not answer', async () => {
  await expect(withTimeout(5, new Promise(() => {}))).rejects.toThrow(TimeoutError);
});

it('takes an answer that has come while the process was held up', async () => {
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
