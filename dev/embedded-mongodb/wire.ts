import type { Socket } from 'node:net';
import { deserialize, serialize } from 'bson';
import type { Document } from './values.ts';

/** A command as it arrived, its document sequences merged into the body. */
export interface Request {
  requestId: number;
  /** Sent as OP_QUERY, as drivers do with their very first message. */
  legacy: boolean;
  /** The client does not want a reply (w: 0). */
  silent: boolean;
  body: Document;
}

/** A message that cannot be understood; the connection must be closed. */
export class ProtocolError extends Error {}

export const maximumMessageBytes = 48_000_000;
const headerBytes = 16;
const [opReply, opQuery, opMsg] = [1, 2004, 2013];
const [checksumPresent, moreToCome, unknownRequiredBits] = [1, 2, 0xfffc];
let lastResponseId = 0;

/** Cuts what arrives on a socket into whole messages, however it was fragmented or pipelined. */
export async function* readMessages(socket: Socket): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let missing = 4;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    missing -= chunk.length;
    if (missing > 0) continue;
    let rest = Buffer.concat(chunks);
    for (;;) {
      const size = rest.length < 4 ? 4 : rest.readInt32LE(0);
      if (rest.length >= 4 && (size < headerBytes || size > maximumMessageBytes)) {
        throw new ProtocolError(`A message of ${size} bytes.`);
      }
      missing = size - rest.length;
      if (missing > 0 || rest.length < 4) break;
      yield rest.subarray(0, size);
      rest = rest.subarray(size);
    }
    chunks = [rest];
  }
}

/** Decodes one whole message. Throws when it is malformed. */
export function decodeRequest(message: Buffer): Request {
  const [requestId, opCode] = [message.readInt32LE(4), message.readInt32LE(12)];
  if (opCode === opQuery) {
    const nameEnd = message.indexOf(0, headerBytes + 4);
    const [$db] = message.toString('utf8', headerBytes + 4, nameEnd).split('.');
    const body = { ...decodeDocument(sized(message, nameEnd + 9, message.length)), $db };
    return { requestId, legacy: true, silent: false, body };
  }
  if (opCode !== opMsg) throw new ProtocolError(`The opcode ${opCode} is not served.`);
  const flags = message.readUInt32LE(headerBytes);
  if ((flags & unknownRequiredBits) !== 0) throw new ProtocolError('Unknown required flags.');
  const end = message.length - (flags & checksumPresent ? 4 : 0);
  let [body, sequences]: Document[] = [{}, {}];
  for (let offset = headerBytes + 4; offset < end;) {
    const section = sized(message, offset + 1, end);
    if (message[offset] === 0) body = decodeDocument(section);
    else if (message[offset] === 1) sequences = { ...sequences, ...decodeSequence(section) };
    else throw new ProtocolError('Sections of this kind are not served.');
    offset += 1 + section.length;
  }
  return {
    requestId,
    legacy: false,
    silent: (flags & moreToCome) !== 0,
    body: { ...body, ...sequences },
  };
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
  if (size < 5 || start + size > end) throw new ProtocolError('A section of a wrong size.');
  return bytes.subarray(start, start + size);
}

function decodeDocument(bytes: Buffer): Document {
  // bson would turn the option s of a regular expression into g.
  return deserialize(bytes, { bsonRegExp: true });
}

/** Encodes the reply to a request, in the opcode that the request came in. */
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
