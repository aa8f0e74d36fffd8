import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { describeEnd, isRunning } from './processes.ts';

const host = '127.0.0.1';

/** Listens on this machine, by default on any free port, and resolves to the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, host), 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * Resolves to the port if it is free, otherwise to any free one. 0 stays 0.
 *
 * @throws Error if this user may not listen on the port.
 */
export async function preferPort(port: number): Promise<number> {
  if (port === 0) return 0;
  const probe = createServer();
  const found = await listen(probe, port).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return listen(probe);
    throw new Error(`Port ${port} needs administrator rights. Choose a port above 1023.`);
  });
  await new Promise((closed) => probe.close(closed));
  return found;
}

/**
 * Checks that a port is free. Users rely on its number, so no other port can take its place.
 *
 * @param timeout milliseconds to wait until the port is free.
 * @throws Error that names the variable to set.
 */
export async function requirePort(variable: string, port: number, timeout = 0): Promise<void> {
  const deadline = Date.now() + timeout;
  while ((await preferPort(port)) !== port) {
    if (Date.now() < deadline) await sleep(100);
    else {
      const remedy = `Set ${variable} to a free port, or stop the process that uses it.`;
      throw new Error(`Port ${port} is in use. ${remedy}`);
    }
  }
}

/** Sends text to a port, and resolves to everything that comes back; undefined if nobody listens. */
export async function converse(port: number, words: string): Promise<string | undefined> {
  const socket = connect(port, host);
  socket.write(words);
  return text(socket).catch(() => undefined);
}

/** Resolves once something accepts connections on the port. Throws like `waitForAnswer`. */
export function waitForPort(port: number, child: ChildProcess): Promise<void> {
  return waitForAnswer(child, async () => {
    const socket = connect(port, host);
    const connected = await once(socket, 'connect').catch(() => undefined);
    socket.destroy();
    return connected ? '' : `Nothing listens on port ${port}.`;
  });
}

/** Resolves once the URL answers with a 2xx status. Throws like `waitForAnswer`. */
export function waitUntilReady(url: string, child?: ChildProcess, timeout?: number): Promise<void> {
  const ask = async () => {
    const response = await fetch(url);
    return response.ok ? '' : `${url} is not ready: ${response.status} ${await response.text()}`;
  };
  return waitForAnswer(child, () => ask().catch(() => `${url} does not answer.`), timeout);
}

/**
 * Resolves once a process is ready.
 *
 * @param ask resolves to what is missing, or to an empty string if the process is ready.
 * @param timeout in milliseconds.
 * @throws Error if the process has exited. After the timeout, an Error that says what is missing.
 */
export async function waitForAnswer(
  child: ChildProcess | undefined,
  ask: () => Promise<string>,
  timeout = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeout;
  for (let missing = ''; ;) {
    if (child && !isRunning(child)) {
      throw new Error(`${child.spawnfile} exited (${describeEnd(child)}).`);
    }
    if (Date.now() > deadline) throw new Error(missing);
    missing = await ask();
    if (!missing) return;
    await sleep(50);
  }
}
