import { createReadStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import {
  CompressionStream,
  DecompressionStream,
  ReadableStream,
  TextDecoderStream,
  TextEncoderStream,
} from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';

import { CommandError } from './command.ts';

/** The version of the format, which the last release writes and reads too. */
const format = 1;

/** The first line of a backup. */
interface Header {
  backup: number;
  /** When the backup was started, in ISO 8601. */
  at: string;
  /** The version of the product. */
  version: string;
}

/** A MongoDB document, in canonical extended JSON. */
export interface DocumentLine {
  in: string;
  document: Record<string, unknown>;
}

/** The places of a queue's jobs in Redis. Only in backups of the last release. */
interface PlacesLine {
  queue: string;
  places: { completed: string[] };
}

/** A job in Redis. Only in backups of the last release. */
interface JobLine {
  job: [queue: string, id: string];
  fields: Record<string, string>;
}

/** The last line: the number of lines before it. A backup without this line is incomplete. */
interface End {
  end: number;
}

type Line = Header | DocumentLine | PlacesLine | JobLine | { key: string } | End;

/**
 * Compresses the lines of a backup and encrypts them to public keys. `age --decrypt` followed by
 * `gunzip` restores the lines: the header, the documents and the number of lines.
 */
export async function encryptBackup(
  header: Omit<Header, 'backup'>,
  documents: AsyncIterable<DocumentLine[]>,
  keys: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  for (const key of keys) encrypter.addRecipient(key);
  async function* lines(): AsyncGenerator<string> {
    let count = 1;
    yield textOf([{ backup: format, ...header }]);
    for await (const batch of documents) {
      yield textOf(batch);
      count += batch.length;
    }
    yield textOf([{ end: count }]);
  }
  const zipped = ReadableStream.from(lines())
    .pipeThrough(new TextEncoderStream())
    .pipeThrough(new CompressionStream('gzip'));
  // The types of streams in browsers and in Node differ.
  return (await encrypter.encrypt(zipped as never)) as unknown as ReadableStream<Uint8Array>;
}

function textOf(lines: Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * Reads a backup line by line.
 *
 * @throws CommandError if the key is wrong, or if the file is not a backup, comes from a newer
 *   version, or is damaged or incomplete.
 */
export async function* readBackup(file: string, identity: string): AsyncGenerator<Line> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  const source = createReadStream(file);
  let count = 0;
  let last: Line | undefined;
  try {
    const decrypted: unknown = await decrypter.decrypt(Readable.toWeb(source) as never);
    const unzipped = (decrypted as ReadableStream<Uint8Array>)
      .pipeThrough(new DecompressionStream('gzip'))
      .pipeThrough(new TextDecoderStream());
    for await (const line of splitLines(unzipped)) {
      if (last && 'end' in last) throw new Error('There are lines after the last one.');
      last = JSON.parse(line) as Line;
      if (count === 0) checkHeader(file, last);
      if ('end' in last && last.end !== count) throw new Error('The number of lines differs.');
      count += 1;
      yield last;
    }
    if (!last || !('end' in last)) throw new Error('The last line is missing.');
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const isOtherKey = error instanceof Error && error.message.startsWith('no identity matched');
    const what = isOtherKey ? 'was encrypted for another key' : 'is damaged or not a backup';
    throw new CommandError(`${file} ${what}.`, { cause: error });
  } finally {
    source.destroy();
  }
}

/** Splits at line feeds only: readline would also split at U+2028, which visitors can send. */
async function* splitLines(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of input) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function checkHeader(file: string, line: Line): void {
  const version: number = 'backup' in line ? line.backup : 0;
  if (version > format) throw new CommandError(`${file} was made by a newer version.`);
  if (version !== format) throw new Error('The header is missing.');
}
