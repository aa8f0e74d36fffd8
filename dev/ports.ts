import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { describeEnd, isRunning } from './processes.ts';

const host = '127.0.0.1';

/** Listens on this machine, by default on any free port, and resolves to the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, host), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Resolves to the port if this process can use it, otherwise to any free one. 0 stays 0. */
export async function preferPort(port: number): Promise<number> {
  if (port === 0) return 0;
  const probe = createServer();
  const usable = await listen(probe, port).catch(() => listen(probe));
  await new Promise((closed) => probe.close(closed));
  return usable;
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
    if (Date.now() >= deadline) {
      const reason = port < 1024 ? 'may need administrator rights' : 'is in use';
      throw new Error(`Port ${port} ${reason}. Set ${variable} to a free port above 1023.`);
    }
    await sleep(100);
  }
}

/** Resolves once something accepts connections on the port. Rejects like `waitForProcess`. */
export function waitForPort(port: number, child: ChildProcess): Promise<void> {
  return waitForProcess(child, `port ${port}`, async () => {
    const socket = connect(port, host);
    const isOpen = await once(socket, 'connect').then(Boolean, () => false);
    socket.destroy();
    return isOpen;
  });
}

/** Resolves once the URL answers with a 2xx status. Rejects like `waitForProcess`. */
export function waitUntilReady(url: string, child?: ChildProcess, timeout?: number): Promise<void> {
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  return waitForProcess(child, url, isReady, timeout);
}

/**
 * Resolves once a process is ready. Rejects if it exits first, or after `timeout` milliseconds.
 *
 * @param what what should answer, for the error message.
 */
export async function waitForProcess(
  child: ChildProcess | undefined,
  what: string,
  isReady: () => Promise<boolean>,
  timeout = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeout;
  for (;;) {
    if (child && !isRunning(child)) {
      throw new Error(`${child.spawnfile} exited (${describeEnd(child)}).`);
    }
    if (await isReady()) return;
    if (Date.now() > deadline) throw new Error(`There is no answer from ${what}.`);
    await sleep(50);
  }
}
