import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';

import { TimeoutError, withTimeout } from './process.ts';

function run(code: string) {
  const program = `
    import { createLogger } from './packages/server/logger.ts';
    import { stopOnSignal } from './packages/server/process.ts';
    const logger = createLogger({ service: 'test', level: 'info', format: 'json' });
    stopOnSignal(logger, async () => undefined);
    ${code}`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

it.each([
  ['is thrown', "setTimeout(() => { throw new Error('MARKED'); });"],
  ['rejects a promise', "void Promise.reject(new Error('MARKED'));"],
])('exits without printing the message of an uncaught error that %s', (_how, code) => {
  const { status, stdout, stderr } = run(code);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ level: 'fatal', event: 'process failed' });
  expect(stdout + stderr).not.toContain('MARKED');
});

it('rejects work that takes too long', async () => {
  expect(await withTimeout(1_000, Promise.resolve('done'))).toBe('done');
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
