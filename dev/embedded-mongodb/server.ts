import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import type { Disk } from './append-only-file.ts';
import { lockFolder } from '../lock.ts';
import { runCommand } from './commands.ts';
import { Cursors } from './cursors.ts';
import { Store } from './store.ts';
import { decodeRequest, encodeReply, readMessages } from './wire.ts';

const host = '127.0.0.1';

/** Where to listen and where to keep the data. */
export interface EmbeddedMongodbOptions {
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  /** How often expired documents are deleted; 60 000 ms by default, as MongoDB does. */
  expiryIntervalMs?: number;
  /** What writes and syncs, for tests. */
  disk?: Disk;
}

/** A running server: `uri` is without the name of a database, `close` ends the commands first. */
export type EmbeddedMongodb = Awaited<ReturnType<typeof listen>>;

/**
 * Starts a server that speaks the MongoDB wire protocol over files in a folder: for trying the
 * product and for tests, on loopback only. Rejects when the port is taken, when another process
 * uses the folder, or when a file cannot be read.
 */
export async function startEmbeddedMongodb(
  options: EmbeddedMongodbOptions,
): Promise<EmbeddedMongodb> {
  const { release: unlock } = await lockFolder(options.dataDir);
  return listen(options, unlock).catch((error: unknown) => {
    unlock();
    throw error;
  });
}

async function listen(options: EmbeddedMongodbOptions, unlock: () => void) {
  const store = await Store.open(options.dataDir, options.disk);
  const cursors = new Cursors();
  const sockets = new Set<Socket>();
  const running = new Set<Promise<unknown>>();

  async function answerAll(socket: Socket): Promise<void> {
    for await (const message of readMessages(socket)) {
      const request = decodeRequest(message);
      const reply = await track(runCommand(request.body, store, cursors));
      if (request.silent) continue;
      // Waiting until a reply is sent keeps a slow reader from filling the memory.
      const isSent = socket.write(encodeReply(request, reply));
      if (!isSent) await once(socket, 'drain');
    }
  }

  function track<Result>(task: Promise<Result>): Promise<Result> {
    running.add(task);
    return task.finally(() => running.delete(task));
  }

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    // A client that breaks off or speaks nonsense loses its connection, and nothing else.
    answerAll(socket).catch(() => socket.destroy());
  });
  await once(server.listen(options.port, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const expire = () => void track(store.removeExpired());
  const expiry = setInterval(expire, options.expiryIntervalMs ?? 60_000).unref();

  async function close(): Promise<void> {
    clearInterval(expiry);
    server.close();
    await Promise.allSettled(running);
    for (const socket of sockets) socket.destroy();
    for (const { file } of store.collections.values()) await file.close();
    unlock();
  }

  return { uri: `mongodb://${host}:${port}`, port, close };
}
