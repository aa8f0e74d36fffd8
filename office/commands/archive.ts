import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  CompressionStream,
  DecompressionStream,
  ReadableStream,
  TextDecoderStream,
  TextEncoderStream,
} from 'node:stream/web';
import { Decrypter, type Encrypter } from 'age-encryption';

import { CommandError } from './terminal.ts';

/** The version of the format, which the last release writes and reads too. */
const format = 1;

/** A line of a backup: the header, a document, or the end. */
export interface Line {
  backup?: number;
  /** When the backup was started, and the version of the product. */
  at?: string;
  version?: string;
  /** A collection, and a document of it in canonical extended JSON. */
  in?: string;
  document?: Record<string, unknown>;
  /** The jobs of a queue in Redis, and one of them. Only in backups of version 0.1.0. */
  places?: { completed: string[] };
  job?: [queue: string, id: string];
  fields?: Record<string, string>;
  /** The number of lines before it. */
  end?: number;
}

/** Compresses and encrypts a backup. `age --decrypt` followed by `gunzip` restores its lines. */
export async function encryptBackup(
  header: { at: string; version: string },
  documents: AsyncIterable<Line>,
  encrypter: Encrypter,
): Promise<AsyncIterable<Uint8Array>> {
  async function* lines(): AsyncGenerator<string> {
    let end = 1;
    yield `${JSON.stringify({ backup: format, ...header })}\n`;
    for await (const line of documents) {
      yield `${JSON.stringify(line)}\n`;
      end += 1;
    }
    yield `${JSON.stringify({ end })}\n`;
  }
  const zipped = ReadableStream.from(lines())
    .pipeThrough(new TextEncoderStream())
    .pipeThrough(new CompressionStream('gzip'));
  // The types of streams in browsers and in Node differ.
  return (await encrypter.encrypt(zipped as never)) as unknown as ReadableStream<Uint8Array>;
}

/**
 * Reads a backup line by line. The encryption itself shows that nothing was changed or cut off.
 *
 * @throws CommandError if the key is wrong, or if the file is not a whole backup of this format.
 */
export async function* readBackup(file: string, identity: string): AsyncGenerator<Line> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const source = createReadStream(file);
  let rest = '';
  let last: Line = {};
  try {
    const decrypted: unknown = await decrypter.decrypt(Readable.toWeb(source) as never);
    const unzipped = (decrypted as ReadableStream<Uint8Array>)
      .pipeThrough(new DecompressionStream('gzip'))
      .pipeThrough(new TextDecoderStream());
    for await (const piece of unzipped) {
      // Readline would also split at U+2028, which visitors can send.
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield (last = JSON.parse(line) as Line);
    }
    if (last.end === undefined) throw new Error('The last line is missing.');
  } catch (error) {
    const isOtherKey = error instanceof Error && error.message.startsWith('no identity matched');
    const what = isOtherKey ? 'was encrypted for another key' : 'is missing, damaged or no backup';
    throw new CommandError(`${file} ${what}.`, { cause: error });
  } finally {
    source.destroy();
  }
}
