import type { ChildProcess } from 'node:child_process';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a TCP server could listen on the port of this machine. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

/** A TCP port that nothing listens on. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

/**
 * Resolves when something accepts connections on the port.
 *
 * @throws Error when `child` has ended before, or after the given milliseconds.
 */
export async function waitForPort(
  port: number,
  child: ChildProcess,
  patience = 20_000,
): Promise<void> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) {
      throw new Error(`${child.spawnfile} ended with code ${child.exitCode} while it started.`);
    }
    if (await accepts(port)) return;
    await sleep(50);
  }
  throw new Error(`${child.spawnfile} does not answer on port ${port}.`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
