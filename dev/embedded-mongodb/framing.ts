import type { Socket } from 'node:net';
import { headerBytes, maximumMessageBytes, ProtocolError } from './wire.ts';

/** Cuts what arrives on a socket into whole messages, however it was fragmented or pipelined. */
export async function* readMessages(socket: Socket): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let received = 0;
  let wanted = headerBytes;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    if (received < wanted) continue;
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    while (rest.length >= (wanted = messageBytes(rest))) {
      yield rest.subarray(0, wanted);
      rest = rest.subarray(wanted);
    }
    chunks = [rest];
    received = rest.length;
  }
}

function messageBytes(start: Buffer): number {
  if (start.length < headerBytes) return headerBytes;
  const size = start.readInt32LE(0);
  if (size < headerBytes || size > maximumMessageBytes) {
    throw new ProtocolError(`A message of ${size} bytes.`);
  }
  return size;
}
