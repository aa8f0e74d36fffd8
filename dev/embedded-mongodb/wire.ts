import { deserialize, serialize } from 'bson';
import type { Document } from './refusals.ts';

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

export const headerBytes = 16;
export const maximumMessageBytes = 48_000_000;

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;

const checksumPresent = 1;
const moreToCome = 2;
const unknownRequiredBits = 0xfffc;

const sizeBytes = 4;
let lastResponseId = 0;

/** Decodes one whole message. Throws ProtocolError, or bson's errors, when it is malformed. */
export function decodeRequest(message: Buffer): Request {
  const requestId = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  if (opCode === opMsg) return { requestId, legacy: false, ...decodeMsg(message) };
  if (opCode === opQuery) {
    return { requestId, legacy: true, silent: false, body: decodeQuery(message) };
  }
  throw new ProtocolError(`The opcode ${opCode} is not served.`);
}

function decodeMsg(message: Buffer): { silent: boolean; body: Document } {
  const flags = message.readUInt32LE(headerBytes);
  if ((flags & unknownRequiredBits) !== 0) throw new ProtocolError('Unknown required flags.');
  const end = message.length - (flags & checksumPresent ? 4 : 0);
  const sequences: Document = {};
  let body: Document | undefined;
  let offset = headerBytes + 4;
  while (offset < end) {
    const kind = message.readUInt8(offset);
    const section = sized(message, offset + 1, end);
    if (kind === 0) body = decodeDocument(section);
    else if (kind === 1) Object.assign(sequences, decodeSequence(section));
    else throw new ProtocolError(`The section kind ${kind} is not served.`);
    offset += 1 + section.length;
  }
  if (body === undefined) throw new ProtocolError('A message without a body.');
  return { silent: (flags & moreToCome) !== 0, body: { ...body, ...sequences } };
}

function decodeSequence(section: Buffer): Document {
  const nameEnd = cStringEnd(section, sizeBytes);
  const documents: Document[] = [];
  let offset = nameEnd + 1;
  while (offset < section.length) {
    const document = sized(section, offset, section.length);
    documents.push(decodeDocument(document));
    offset += document.length;
  }
  return { [section.toString('utf8', sizeBytes, nameEnd)]: documents };
}

function decodeQuery(message: Buffer): Document {
  const nameStart = headerBytes + 4;
  const nameEnd = cStringEnd(message, nameStart);
  const [database] = message.toString('utf8', nameStart, nameEnd).split('.');
  const query = sized(message, nameEnd + 1 + 8, message.length);
  return { ...decodeDocument(query), $db: database };
}

function cStringEnd(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(0, start);
  if (end === -1) throw new ProtocolError('A name without an end.');
  return end;
}

function sized(bytes: Buffer, start: number, end: number): Buffer {
  const size = start + sizeBytes <= end ? bytes.readInt32LE(start) : 0;
  if (size < sizeBytes || start + size > end) throw new ProtocolError('A section of a wrong size.');
  return bytes.subarray(start, start + size);
}

function decodeDocument(bytes: Buffer): Document {
  // bson would turn the option s of a regular expression into g.
  return deserialize(bytes, { bsonRegExp: true });
}

/** Encodes the reply to a request, in the opcode that the request came in. */
export function encodeReply(request: Request, reply: Document): Buffer {
  const document = serialize(reply, { ignoreUndefined: true });
  const prefix = Buffer.alloc(request.legacy ? 20 : 5);
  if (request.legacy) prefix.writeInt32LE(1, 16); // numberReturned
  const header = Buffer.alloc(headerBytes);
  header.writeInt32LE(headerBytes + prefix.length + document.length, 0);
  lastResponseId = (lastResponseId + 1) & 0x7fffffff;
  header.writeInt32LE(lastResponseId, 4);
  header.writeInt32LE(request.requestId, 8);
  header.writeInt32LE(request.legacy ? opReply : opMsg, 12);
  return Buffer.concat([header, prefix, document]);
}
