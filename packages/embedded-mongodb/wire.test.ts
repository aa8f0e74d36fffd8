import { BSONRegExp, deserialize, serialize } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decodeRequest, encodeReply } from './wire.ts';

function message(opCode: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + body.length, 0);
  header.writeInt32LE(42, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, body]);
}

const noFlags = Buffer.alloc(4);
const ping = message(2013, noFlags, Buffer.of(0), serialize({ ping: 1, $db: 'shop' }));

describe('decodeRequest', () => {
  it('keeps the options of regular expressions', () => {
    const body = serialize({ find: 'items', filter: { a: new BSONRegExp('x', 'is') } });
    const request = decodeRequest(message(2013, noFlags, Buffer.of(0), body));
    expect(request.body.filter).toMatchObject({ a: { pattern: 'x', options: 'is' } });
  });

  it('keeps the command name first', () => {
    expect(Object.keys(decodeRequest(ping).body)).toEqual(['ping', '$db']);
  });

  it('decodes a damaged message or throws an Error, but never hangs', () => {
    const damage = fc.record({
      position: fc.integer({ min: 16, max: ping.length - 1 }),
      byte: fc.integer({ min: 0, max: 255 }),
      length: fc.integer({ min: 16, max: ping.length }),
    });
    fc.assert(
      fc.property(damage, ({ position, byte, length }) => {
        const damaged = Buffer.from(ping);
        damaged[position] = byte;
        try {
          decodeRequest(damaged.subarray(0, length));
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
    expect(() => decodeRequest(message(2012))).toThrow(/2012/);
  });
});

describe('encodeReply', () => {
  it('replies to a message in OP_MSG and to a legacy query in OP_REPLY', () => {
    const request = decodeRequest(ping);
    const modern = encodeReply(request, { ok: 1 });
    expect([modern.readInt32LE(0), modern.readInt32LE(8), modern.readInt32LE(12)]).toEqual([
      modern.length,
      42,
      2013,
    ]);
    expect(deserialize(modern.subarray(21))).toEqual({ ok: 1 });
    const legacy = encodeReply({ ...request, legacy: true }, { ok: 1 });
    expect(legacy.readInt32LE(12)).toBe(1);
    expect(legacy.readInt32LE(32)).toBe(1);
    expect(deserialize(legacy.subarray(36))).toEqual({ ok: 1 });
  });
});
