import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';

import { connectRedis } from './redis.ts';

it('prints nothing when a connection or its duplicates lose the server', () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => print.mockRestore());
  const redis = connectRedis('redis://127.0.0.1:9');
  for (const connection of [redis, redis.duplicate(), redis.duplicate().duplicate()]) {
    connection.silentEmit('error', new Error('getaddrinfo ENOTFOUND redis'));
    connection.disconnect();
  }
  expect(print).not.toHaveBeenCalled();
});

/** A minimal Redis server. By default it answers every command with an empty string. */
async function startFake(answer: (command: string) => string | undefined) {
  const sockets: Socket[] = [];
  const commands: string[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const [, name = ''] of chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        commands.push(name.toLowerCase());
        socket.write(answer(name.toLowerCase()) ?? '$0\r\n\r\n');
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, commands, sockets, connections: () => sockets.length };
}

function startRefusing(error: string) {
  return startFake((command) => (command === 'set' ? `-${error}\r\n` : undefined));
}

it.each([
  "READONLY You can't write against a read only replica.",
  'LOADING Redis is loading the dataset in memory',
  "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
  "ERR Error running script (call to f_0): @user_script:1: -READONLY You can't write.",
])('reconnects after %s, because the host may now resolve to another server', async (error) => {
  for (const patience of [1_000, undefined]) {
    const server = await startRefusing(error);
    const redis = connectRedis(server.url, patience);
    onTestFinished(() => redis.disconnect());
    await once(redis, 'ready');
    await expect(redis.set('key', 1)).rejects.toThrow(error);
    await expect.poll(server.connections).toBe(2);
  }
});

it('prints no listener warning when a demoted master refuses many commands', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const server = await startRefusing("READONLY You can't write against a read only replica.");
  const redis = connectRedis(server.url);
  for (const connection of [redis, redis.duplicate()]) {
    onTestFinished(() => connection.disconnect());
    if (connection.status !== 'ready') await once(connection, 'ready');
    const refused = Array.from({ length: 20 }, () => connection.set('key', 1));
    await Promise.all(refused.map((command) => expect(command).rejects.toThrow('READONLY')));
  }
  expect(warnings).toEqual([]);
});

it('stays connected after errors that reconnecting would not fix', async () => {
  const server = await startRefusing('OOM command not allowed when used memory > maxmemory.');
  const redis = connectRedis(server.url, 1_000);
  onTestFinished(() => redis.disconnect());
  await once(redis, 'ready');
  await expect(redis.set('key', 1)).rejects.toThrow('OOM');
  await expect(redis.set('key', 'READONLY ')).rejects.toThrow('OOM');
  expect(server.connections()).toBe(1);
});

it('does not subscribe again after reconnecting', async () => {
  const subscribed = '*3\r\n$9\r\nsubscribe\r\n$1\r\nx\r\n:1\r\n';
  const server = await startFake((command) => (command === 'subscribe' ? subscribed : undefined));
  const redis = connectRedis(server.url);
  onTestFinished(() => redis.disconnect());
  await redis.subscribe('x');
  server.sockets[0]?.destroy();
  await once(redis, 'ready');
  await redis.ping();
  expect(server.connections()).toBe(2);
  expect(server.commands.filter((command) => command === 'subscribe')).toHaveLength(1);
});
