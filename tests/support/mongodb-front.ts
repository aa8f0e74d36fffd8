import type { Socket } from 'node:net';

import { decodeRequest, encodeReply, readMessages } from '../../packages/embedded-mongodb/wire.ts';
import { startProxyFor } from './tcp-proxy.ts';

type Document = Record<string, unknown>;
type Answer = Document | undefined;

/** A proxy for MongoDB that can reply to commands itself. By default it forwards them all. */
export type MongodbFront = Awaited<ReturnType<typeof startMongodbFront>>;

export async function startMongodbFront(address: string) {
  async function serve(client: Socket, upstream: Socket): Promise<void> {
    for await (const message of readMessages(client)) {
      const request = decodeRequest(Buffer.from(message));
      if (!isGreeting(request.body)) front.commands.push(request.body);
      const answer = await front.answer(request.body);
      if (answer) client.write(encodeReply(request, answer));
      else upstream.write(message);
    }
  }
  const proxy = await startProxyFor(address, 27_017, (client, upstream) =>
    serve(client, upstream).catch(() => client.destroy()),
  );
  const front = {
    host: proxy.host,
    uri: proxy.address,
    /** Every command received, except greetings. */
    commands: [] as Document[],
    /** The reply to a command; undefined to let the real server reply. */
    answer: (_command: Document): Answer | Promise<Answer> => undefined,
    close: () => void proxy.down(),
  };
  return front;
}

export function isGreeting(command: Document): boolean {
  return 'hello' in command || 'ismaster' in command;
}

/** The reply of a writable server. `kind` adds or replaces fields. */
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
