import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export interface NameServer {
  /** The address, such as `127.0.0.1:12345`, for queries over TCP. */
  address: string;
  stop: () => Promise<void>;
}

const addressType = 1;

/** Starts a name server that answers each IPv4 query with all addresses, in rotating order. */
export async function startNameServer(addresses: string[]): Promise<NameServer> {
  let turn = 0;

  function answer(query: Buffer): Buffer {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const isKnown = question.readUInt16BE(question.length - 4) === addressType;
    const first = isKnown ? turn++ % addresses.length : 0;
    const given = isKnown ? [...addresses.slice(first), ...addresses.slice(0, first)] : [];
    // RFC 1035, section 4.1: a successful response to one question, with the given number of
    // records.
    const head = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      0x80,
      0,
      1,
      0,
      given.length,
      0,
      0,
      0,
      0,
    ]);
    const records = given.map((address) => [
      ...[0xc0, 12, 0, addressType, 0, 1, 0, 0, 0, 0, 0, 4],
      ...address.split('.').map(Number),
    ]);
    return Buffer.concat([head, question, Buffer.from(records.flat())]);
  }

  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (message) => {
      // Over TCP, messages are prefixed with their length.
      const reply = answer(message.subarray(2));
      socket.write(Buffer.concat([Buffer.from([0, reply.length]), reply]));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      await once(server.close(), 'close');
    },
  };
}
