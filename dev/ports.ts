import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';

import { describeEnd, isRunning } from './processes.ts';

const host = '127.0.0.1';

/** Below the ephemeral ports, which the system could assign before ours is used. */
const firstPort = 12_000;
const blockSize = 100;
const blocks = 140;

const ports = freePorts();

/** A free TCP port, which no other process gets from here while this one runs. */
export async function findFreePort(): Promise<number> {
  return (await ports.next()).value;
}

async function* freePorts(): AsyncGenerator<number, never> {
  for (;;) {
    const first = firstPort + blockSize * Math.floor(Math.random() * blocks);
    // A process owns a block of ports while it listens on the first of them.
    const owner = createServer().unref().listen(first, host);
    const hasBlock = await once(owner, 'listening').catch(() => false);
    for (let port = first + 1; hasBlock && port < first + blockSize; port += 1) {
      if ((await preferPort(port)) === port) yield port;
    }
  }
}

/** The port, or any free one if it is taken and nobody relies on its number. 0 stays 0. */
export async function preferPort(port: number): Promise<number> {
  return port === 0 ? 0 : getPort({ host, port });
}

/**
 * Checks that a port that users rely on is free.
 *
 * @param timeout milliseconds to wait for it
 * @throws Error that names the variable to set.
 */
export async function requirePort(variable: string, port: number, timeout = 0): Promise<void> {
  const deadline = Date.now() + timeout;
  while ((await preferPort(port)) !== port) {
    if (Date.now() < deadline) await sleep(100);
    else
      throw new Error(
        `Port ${port} is in use. Set ${variable} to a free one, or stop what uses it.`,
      );
  }
}

/** The configured port, else the usual one, else any free one. */
export async function choosePort(
  variable: string,
  asked: number | undefined,
  usual: number,
): Promise<number> {
  if (!asked) return preferPort(usual);
  await requirePort(variable, asked);
  return asked;
}

/**
 * Resolves once something accepts connections on the port.
 *
 * @throws Error if `child` ends first, or after a minute.
 */
export function waitForPort(port: number, child: ChildProcess): Promise<void> {
  return waitForAnswer(child, () => accepts(port));
}

/** The same for a process that is ready once it gives a certain answer. */
export async function waitForAnswer(
  child: ChildProcess,
  answers: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (!isRunning(child)) throw new Error(`${child.spawnfile} ended (${describeEnd(child)}).`);
    if (await answers()) return;
    await sleep(50);
  }
  throw new Error(`${child.spawnfile} does not answer.`);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, host);
  const connected = await once(socket, 'connect').catch(() => undefined);
  socket.destroy();
  return connected !== undefined;
}

/**
 * Resolves once the URL answers 200.
 *
 * @param timeout in milliseconds
 * @param hasEnded whether the process has ended, so that waiting is pointless
 * @throws Error with the last response if the process has ended, or after the timeout.
 */
export async function waitUntilReady(
  url: string,
  timeout = 60_000,
  hasEnded: () => boolean = () => false,
): Promise<void> {
  const deadline = Date.now() + timeout;
  let last = 'no answer';
  while (Date.now() < deadline && !hasEnded()) {
    try {
      const response = await fetch(url);
      if (response.ok) return;
      last = `${response.status} ${await response.text()}`;
    } catch {
      last = 'no answer';
    }
    await sleep(100);
  }
  throw new Error(`${url} is not ready: ${last}`);
}
