import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { lockFolder } from '../../dev/folder-lock.ts';
import type { Disk } from './append-only-file.ts';
import { runCommand } from './commands.ts';
import { Store } from './store.ts';
import { decodeRequest, encodeReply, readMessages } from './wire.ts';

const host = '127.0.0.1';

export interface EmbeddedMongodbOptions {
  /** The port; 0 for any free port. */
  port: number;
  dataDir: string;
  /** The interval at which expired documents are deleted; by default 60 000 ms, as in MongoDB. */
  expiryIntervalMs?: number;
  /** Replaces the disk calls in tests. */
  disk?: Disk;
}

/** A running server. `uri` has no database name; `close` completes writes in progress first. */
export type EmbeddedMongodb = Awaited<ReturnType<typeof startEmbeddedMongodb>>;

/** For evaluation and tests, on loopback only. @throws if the port, folder or file is unusable. */
export async function startEmbeddedMongodb(options: EmbeddedMongodbOptions) {
  const unlock = lockFolder(options.dataDir, `process ${process.pid}`);
  try {
    const store = new Store(options.dataDir, options.disk);
    const sockets = new Set<Socket>();
    const server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)));
      // A client that disconnects or sends malformed data loses only this connection.
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
