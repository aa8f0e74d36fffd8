import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';

import { CommandError } from '../command.ts';
import type { JobPlaces, RedisLine } from './redis-data.ts';

/** The version of the backup format. Backups of other versions are refused. */
const format = 1;

/** The first line of a backup. */
interface Header {
  backup: typeof format;
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

/** The last line: the number of lines before it. A backup without this line is incomplete. */
interface End {
  end: number;
}

export type Line = Header | JobPlaces | RedisLine | DocumentLine | End;

/** Yields the lines of a backup: the header, all lines of the parts, and the last line. */
export async function* writeLines(
  about: Omit<Header, 'backup'>,
  ...parts: AsyncIterable<string>[]
): AsyncGenerator<string> {
  let count = 1;
  yield `${JSON.stringify({ backup: format, ...about } satisfies Header)}\n`;
  for (const part of parts) {
    for await (const line of part) {
      count += 1;
      yield `${line}\n`;
    }
  }
  yield `${JSON.stringify({ end: count } satisfies End)}\n`;
}

/**
 * Compresses lines and encrypts them to public keys. `age --decrypt` followed by `gunzip` restores
 * the lines.
 *
 * @returns the encrypted stream, and a promise that rejects if the lines cannot be read.
 */
export async function encryptLines(lines: AsyncIterable<string>, keys: readonly string[]) {
  const encrypter = new Encrypter();
  for (const key of keys) encrypter.addRecipient(key);
  const zip = createGzip();
  const reading = pipeline(Readable.from(lines), zip);
  // Avoids an unhandled rejection if `reading` fails before the caller awaits it.
  reading.catch(() => undefined);
  const encrypted = await encrypter.encrypt(Readable.toWeb(zip) as never);
  return { encrypted: Readable.fromWeb(encrypted as never), reading };
}

/**
 * Reads a backup line by line.
 *
 * @throws CommandError if the key is wrong, or if the file is not a backup, comes from a newer
 *   version, or is damaged or incomplete.
 */
export async function* readLines(file: string, identity: string): AsyncGenerator<Line> {
  const source = createReadStream(file);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  let decrypted: ReadableStream;
  try {
    decrypted = (await decrypter.decrypt(Readable.toWeb(source) as never)) as never;
  } catch (error) {
    source.destroy();
    const isOtherKey = error instanceof Error && error.message.startsWith('no identity matched');
    const what = isOtherKey ? 'was encrypted for another key' : 'is not a backup, or is damaged';
    throw new CommandError(`${file} ${what}. Nothing was changed.`);
  }
  const unzip = createGunzip();
  let failure: unknown;
  const reading = pipeline(Readable.fromWeb(decrypted), unzip).catch((error: unknown) => {
    failure = error;
  });
  let count = 0;
  let last: Line | undefined;
  try {
    for await (const text of splitLines(unzip.setEncoding('utf8'))) {
      if (last && 'end' in last) throw new Error('There are lines after the last one.');
      last = JSON.parse(text) as Line;
      if (count === 0) checkHeader(file, last);
      if ('end' in last && last.end !== count) throw new Error('The number of lines differs.');
      count += 1;
      yield last;
    }
    await reading;
    if (failure) throw failure as Error;
    if (!last || !('end' in last)) throw new Error('The last line is missing.');
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} is damaged or incomplete.`, { cause: error });
  } finally {
    unzip.destroy();
    source.destroy();
    await reading;
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

function checkHeader(file: string, line: Line): asserts line is Header {
  const version = 'backup' in line ? line.backup : undefined;
  if (version === format) return;
  const what = Number(version) > format ? 'was made by a newer version' : 'is not a backup';
  throw new CommandError(`${file} ${what}. Nothing was changed.`);
}
