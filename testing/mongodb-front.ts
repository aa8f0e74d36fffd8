import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { decodeRequest, encodeReply, readMessages } from '../dev/embedded-mongodb/wire.ts';
import { withServer, writableServer } from './mongodb-address.ts';

type Document = Record<string, unknown>;

/** The answer to a command, or undefined for that of the server behind. */
type Answer = (command: Document) => Document | undefined;

/** A MongoDB that answers some commands itself, and has a real server answer the others. */
export interface MongodbFront {
  host: string;
  /** The address that it stands for, with only it as its server. */
  uri: string;
  /** Every command that it was given, greetings apart. */
  commands: Document[];
  answer: Answer;
  close: () => void;
}

/** Starts one on any free port of loopback. It answers nothing itself until told to. */
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

/** Whether a command is one with which a driver finds out what a server is. */
export function isGreeting(command: Document): boolean {
  return 'hello' in command || 'ismaster' in command;
}

/** What a server that takes writes says of itself, with what makes it a kind of its own. */
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
