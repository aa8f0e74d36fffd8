import type { Socket } from 'node:net';
import { deserialize, serialize } from 'bson';
import type { Document } from './values.ts';

/** A command as received, with its document sequences merged into the body. */
export interface Request {
  requestId: number;
  /** Whether the command was sent as OP_QUERY, which drivers use for their first message. */
  legacy: boolean;
  body: Document;
}

export const maximumMessageBytes = 48_000_000;
const headerBytes = 16;
const [opReply, opQuery, opMsg] = [1, 2004, 2013];
// The flags that a server must either support or reject; all of them are rejected.
const requiredFlags = 0xffff;
let lastResponseId = 0;

/** Splits the data from a socket into messages. They can arrive in pieces, or several at a time. */
export async function* readMessages(socket: Socket): AsyncGenerator<Buffer> {
  let unread = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 4) {
      const size = unread.readInt32LE(0);
      if (size < headerBytes || size > maximumMessageBytes) {
        throw new Error(`A message of ${size} bytes.`);
      }
      if (unread.length < size) break;
      yield unread.subarray(0, size);
      unread = unread.subarray(size);
    }
  }
}

/** Decodes a message. Throws an Error if the message is malformed or not supported. */
export function decodeRequest(message: Buffer): Request {
  const [requestId, opCode] = [message.readInt32LE(4), message.readInt32LE(12)];
  if (opCode === opQuery) {
    const nameEnd = message.indexOf(0, headerBytes + 4);
    const [$db] = message.toString('utf8', headerBytes + 4, nameEnd).split('.');
    const body = { ...decodeDocument(sized(message, nameEnd + 9, message.length)), $db };
    return { requestId, legacy: true, body };
  }
  if (opCode !== opMsg) throw new Error(`The opcode ${opCode} is not supported.`);
  const flags = message.readUInt32LE(headerBytes) & requiredFlags;
  if (flags !== 0) throw new Error(`The flags ${flags} are not supported.`);
  let [body, sequences]: Document[] = [{}, {}];
  for (let offset = headerBytes + 4; offset < message.length;) {
    const section = sized(message, offset + 1, message.length);
    if (message[offset] === 0) body = decodeDocument(section);
    else if (message[offset] === 1) sequences = { ...sequences, ...decodeSequence(section) };
    else throw new Error('Sections of this kind are not supported.');
    offset += 1 + section.length;
  }
  return { requestId, legacy: false, body: { ...body, ...sequences } };
}

function decodeSequence(section: Buffer): Document {
  const nameEnd = section.indexOf(0, 4);
  const documents: Document[] = [];
  for (let offset = nameEnd + 1; offset < section.length;) {
    const document = sized(section, offset, section.length);
    documents.push(decodeDocument(document));
    offset += document.length;
  }
  return { [section.toString('utf8', 4, nameEnd)]: documents };
}

function sized(bytes: Buffer, start: number, end: number): Buffer {
  const size = bytes.readInt32LE(start);
  if (size < 5 || start + size > end) throw new Error('A section has the wrong size.');
  return bytes.subarray(start, start + size);
}

function decodeDocument(bytes: Buffer): Document {
  // Without bsonRegExp, bson would change the option s of a regular expression to g.
  return deserialize(bytes, { bsonRegExp: true });
}

/** Encodes a reply: as OP_REPLY to a legacy request, otherwise as OP_MSG. */
export function encodeReply({ requestId, legacy }: Request, reply: Document): Buffer {
  const document = serialize(reply, { ignoreUndefined: true });
  const start = Buffer.alloc(headerBytes + (legacy ? 20 : 5));
  lastResponseId = (lastResponseId + 1) & 0x7fffffff;
  start.writeInt32LE(start.length + document.length, 0);
  start.writeInt32LE(lastResponseId, 4);
  start.writeInt32LE(requestId, 8);
  start.writeInt32LE(legacy ? opReply : opMsg, 12);
  if (legacy) start.writeInt32LE(1, 32); // numberReturned
  return Buffer.concat([start, document]);
}
