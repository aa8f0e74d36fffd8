import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { deserialize, serialize, type Document } from 'bson';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { useEmbeddedServer } from './embedded-server.ts';

const mongodb = useEmbeddedServer();

const opQuery = 2004;
const opMsg = 2013;

function message(opCode: number, requestId: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + body.length, 0);
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, body]);
}

function int32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeInt32LE(number, 4 * index));
  return bytes;
}

function command(requestId: number, body: Document, flags = 0): Buffer {
  const checksum = flags & 1 ? [int32(12345)] : [];
  const section = [Buffer.of(0), serialize({ ...body, $db: 'shop' })];
  return message(opMsg, requestId, int32(flags), ...section, ...checksum);
}

describe('on a socket', () => {
  let socket: Socket;
  let received: Buffer;

  beforeEach(async () => {
    received = Buffer.alloc(0);
    socket = connect(mongodb.server.port, '127.0.0.1');
    socket.on('data', (bytes) => (received = Buffer.concat([received, bytes])));
    socket.on('error', () => undefined);
    await once(socket, 'connect');
  });
  afterEach(() => void socket.destroy());

  /** Waits for this many replies; resolves to the request id, opcode and document of each. */
  async function replies(count: number): Promise<{ to: number; opCode: number; body: Document }[]> {
    const messages: { to: number; opCode: number; body: Document }[] = [];
    await expect
      .poll(() => {
        while (received.length >= 16 && received.length >= received.readInt32LE(0)) {
          const reply = received.subarray(0, received.readInt32LE(0));
          received = received.subarray(reply.length);
          const opCode = reply.readInt32LE(12);
          const body = deserialize(reply.subarray(opCode === opMsg ? 21 : 36));
          messages.push({ to: reply.readInt32LE(8), opCode, body });
        }
        return messages.length;
      })
      .toBe(count);
    return messages;
  }

  it('the legacy handshake is answered with the legacy opcode', async () => {
    const name = Buffer.from('admin.$cmd\0');
    const query = serialize({ ismaster: 1, helloOk: true, client: {} });
    socket.write(message(opQuery, 7, int32(0), name, int32(0, -1), query));
    const [reply] = await replies(1);
    expect(reply).toMatchObject({
      to: 7,
      opCode: 1,
      body: {
        ok: 1,
        helloOk: true,
        ismaster: true,
        maxWireVersion: 17,
      },
    });
    for (const field of ['setName', 'topologyVersion']) {
      expect(reply?.body).not.toHaveProperty(field);
    }
  });

  it('a message that arrives byte by byte is understood', async () => {
    for (const byte of command(1, { ping: 1 })) {
      socket.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    expect(await replies(1)).toMatchObject([{ to: 1, body: { ok: 1 } }]);
  });

  it('pipelined messages are answered in order', async () => {
    const insert = { insert: 'pipelined', documents: [{ _id: 'a' }] };
    const sent = [command(1, insert), command(2, { find: 'pipelined' }), command(3, { no: 1 })];
    const start = command(4, { ping: 1 });
    socket.write(Buffer.concat([...sent, start.subarray(0, 20)]));
    expect(await replies(3)).toMatchObject([
      { to: 1, body: { ok: 1, n: 1 } },
      { to: 2, body: { ok: 1, cursor: { firstBatch: [{ _id: 'a' }] } } },
      { to: 3, body: { ok: 0, code: 59 } },
    ]);
    socket.write(start.subarray(20));
    expect(await replies(1)).toMatchObject([{ to: 4, body: { ok: 1 } }]);
  });

  it('a document sequence is treated as the field that it names', async () => {
    const sequence = (...documents: Document[]) => {
      const content = Buffer.concat([
        Buffer.from('documents\0'),
        ...documents.map((d) => serialize(d)),
      ]);
      return Buffer.concat([Buffer.of(1), int32(content.length + 4), content]);
    };
    const body = Buffer.concat([Buffer.of(0), serialize({ insert: 'sequences', $db: 'shop' })]);
    socket.write(message(opMsg, 1, int32(0), sequence({ _id: 'a' }, { _id: 'b' }), body));
    expect(await replies(1)).toMatchObject([{ body: { ok: 1, n: 2 } }]);
  });

  it('the flag for exhaust cursors is ignored', async () => {
    socket.write(command(1, { ping: 1 }, 1 << 16));
    expect(await replies(1)).toMatchObject([{ to: 1, body: { ok: 1 } }]);
  });

  it('a write that asks for no reply is not executed, and closes the connection', async () => {
    socket.write(command(1, { insert: 'silent', documents: [{ _id: 'a' }] }, 2));
    await once(socket, 'close');
    expect(await mongodb.client.db('shop').collection('silent').countDocuments()).toBe(0);
  });

  it.each<[string, Buffer]>([
    ['an unknown flag', command(1, { ping: 1 }, 1 << 3)],
    ['a checksum', command(1, { ping: 1 }, 1)],
    ['an unknown opcode', message(2012, 1, int32(0))],
    ['an absurd length', int32(2_000_000_000, 1, 0, opMsg)],
    ['a negative length', int32(-1, 1, 0, opMsg)],
    ['a header without a body', message(opMsg, 1)],
    ['a broken document', message(opMsg, 1, int32(0), Buffer.of(0), int32(5), Buffer.of(9))],
    ['a document longer than its message', message(opMsg, 1, int32(0), Buffer.of(0), int32(999))],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ])('%s closes its own connection and no other', async (_what, bytes) => {
    socket.write(bytes);
    await once(socket, 'close');
    expect(received).toHaveLength(0);
    expect(await mongodb.client.db('shop').command({ ping: 1 })).toEqual({ ok: 1 });
  });
});
