import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import type { Disk } from './append-only-file.ts';
import { runCommand } from './commands.ts';
import { lockFolder } from './lock-folder.ts';
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

/** A running server: `uri` is without the name of a database, `close` saves what was begun first. */
export type EmbeddedMongodb = Awaited<ReturnType<typeof startEmbeddedMongodb>>;

/**
 * Starts a server that speaks the MongoDB wire protocol over files in a folder: for trying the
 * product and for tests, on loopback only. Rejects when the port is taken, when another process
 * uses the folder, or when a file cannot be read.
 */
export async function startEmbeddedMongodb(options: EmbeddedMongodbOptions) {
  const unlock = await lockFolder(options.dataDir);
  try {
    const store = new Store(options.dataDir, options.disk);
    const sockets = new Set<Socket>();
    const server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)));
      // A client that breaks off or speaks nonsense loses its connection, and nothing else.
      answerAll(socket, store).catch(() => socket.destroy());
    });
    await once(server.listen(options.port, host), 'listening');
    const { port } = server.address() as AddressInfo;
    const expire = () => {
      for (const collection of store.collections.values()) {
        collection.removeExpired().catch(console.error);
      }
    };
    const expiry = setInterval(expire, options.expiryIntervalMs ?? 60_000).unref();
    const close = async () => {
      clearInterval(expiry);
      server.close();
      for (const collection of store.collections.values()) await collection.close();
      for (const socket of sockets) socket.destroy();
      unlock();
    };
    return { uri: `mongodb://${host}:${port}`, port, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function answerAll(socket: Socket, store: Store): Promise<void> {
  for await (const message of readMessages(socket)) {
    const request = decodeRequest(message);
    socket.write(encodeReply(request, await runCommand(request.body, store)));
  }
}
