import { once } from 'node:events';
import { createServer } from 'node:net';

import { preferPort } from '../../dev/ports.ts';

// Below the ephemeral ports, which the system could give to other programs before we use them.
const firstPort = 12_000;
const blockSize = 100;
const blocks = 140;

const ports = freePorts();

/** While this process runs, no other process gets the port from this function. */
export async function findFreePort(): Promise<number> {
  return (await ports.next()).value;
}

async function* freePorts(): AsyncGenerator<number, never> {
  for (;;) {
    const first = firstPort + blockSize * Math.floor(Math.random() * blocks);
    // A process owns a block of ports while it listens on the first of them.
    const owner = createServer().unref().listen(first, '127.0.0.1');
    const hasBlock = await once(owner, 'listening').catch(() => false);
    for (let port = first + 1; hasBlock && port < first + blockSize; port += 1) {
      if ((await preferPort(port)) === port) yield port;
    }
  }
}
