import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { runCommand } from './commands/run-command.ts';
import { Cursors } from './cursors.ts';
import { readMessages } from './framing.ts';
import { errorReply, type Document } from './refusals.ts';
import { Store } from './store.ts';
import { deleteExpired } from './time-to-live.ts';
import { decodeRequest, encodeReply, type Request } from './wire.ts';

const host = '127.0.0.1';

/** Where to listen and where to keep the data. */
export interface EmbeddedMongodbOptions {
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  /** How often expired documents are deleted; 60 000 ms by default, as MongoDB does. */
  expiryIntervalMs?: number;
}

/** A running server. */
export interface EmbeddedMongodb {
  /** Such as `mongodb://127.0.0.1:27018`, without the name of a database. */
  uri: string;
  port: number;
  /** Ends the commands that run, then closes all connections. */
  close(): Promise<void>;
}

/**
 * Starts a server that speaks the MongoDB wire protocol over files in a folder: for trying the
 * product and for tests, on loopback only. Rejects when the port is taken or a file is damaged.
 */
export async function startEmbeddedMongodb(
  options: EmbeddedMongodbOptions,
): Promise<EmbeddedMongodb> {
  const { dataDir, expiryIntervalMs = 60_000 } = options;
  const store = await Store.open(dataDir);
  const context = { store, cursors: new Cursors(), startedAt: new Date() };
  const sockets = new Set<Socket>();
  const running = new Set<Promise<unknown>>();

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that breaks off or speaks nonsense loses its connection, and nothing else.
    answerAll(socket, (request) => track(answer(request))).catch(() => socket.destroy());
  });
  server.listen(options.port, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const expiry = setInterval(() => {
    context.cursors.killIdle();
    track(deleteExpired(store)).catch((error: unknown) => console.error(error));
  }, expiryIntervalMs);
  expiry.unref();

  function track<T>(task: Promise<T>): Promise<T> {
    running.add(task);
    const forget = () => running.delete(task);
    task.then(forget, forget);
    return task;
  }

  async function answer(request: Request): Promise<Document> {
    try {
      return await runCommand(request.body, context);
    } catch (error) {
      return errorReply(error);
    }
  }

  async function close(): Promise<void> {
    clearInterval(expiry);
    server.close();
    await Promise.allSettled(running);
    for (const socket of sockets) socket.destroy();
  }

  return { uri: `mongodb://${host}:${port}`, port, close };
}

async function answerAll(
  socket: Socket,
  answer: (request: Request) => Promise<Document>,
): Promise<void> {
  for await (const message of readMessages(socket)) {
    const request = decodeRequest(message);
    const reply = await answer(request);
    if (!request.silent) await send(socket, encodeReply(request, reply));
  }
}

// Waiting until a reply is sent keeps a slow reader from filling the memory.
function send(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
