import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { decodeRequest, encodeReply, readMessages } from '../dev/embedded-mongodb/wire.ts';
import { withServer, writableServer } from './mongodb-address.ts';

type Document = Record<string, unknown>;

/** The reply to a command; undefined to let the real server reply. */
type Answer = (command: Document) => Document | undefined;

/** A proxy for MongoDB that replies to some commands itself. */
export interface MongodbFront {
  host: string;
  /** The server's URI with the proxy as the only host. */
  uri: string;
  /** Every command received, except greetings. */
  commands: Document[];
  answer: Answer;
  close: () => void;
}

/** Starts a proxy on a free loopback port. It replies to nothing itself by default. */
export async function startMongodbFront(address: string): Promise<MongodbFront> {
  const target = new URL(`tcp://${await writableServer(address)}`);
  const sockets = new Set<Socket>();

  async function serve(client: Socket, upstream: Socket): Promise<void> {
    for await (const message of readMessages(client)) {
      const request = decodeRequest(Buffer.from(message));
      if (!isGreeting(request.body)) front.commands.push(request.body);
      const answer = front.answer(request.body);
      if (answer) client.write(encodeReply(request, answer));
      else upstream.write(message);
    }
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 27_017), target.hostname);
    upstream.pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    serve(client, upstream).catch(() => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const front: MongodbFront = {
    host,
    uri: withServer(address, host),
    commands: [],
    answer: () => undefined,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return front;
}

/** Whether a driver uses the command to discover the server. */
export function isGreeting(command: Document): boolean {
  return 'hello' in command || 'ismaster' in command;
}

/** The greeting of a writable server, with the fields for its kind. */
export function greeting(kind: Document): Document {
  return {
    ok: 1,
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    minWireVersion: 0,
    maxWireVersion: 21,
    ...kind,
  };
}
