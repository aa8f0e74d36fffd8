import { existsSync, readFileSync, truncateSync } from 'node:fs';

import Datastore from '@seald-io/nedb';

import type { Document } from './refusals.ts';

const newline = 0x0a;

/**
 * Loads a data file, which is created when there is none. After a kill its last line may be
 * torn: that write was never acknowledged, and is dropped. Rejects when anything else is damaged.
 */
export async function openDataFile(file: string): Promise<Datastore<Document>> {
  if (existsSync(file)) dropTornEnd(file);
  const documents = new Datastore<Document>({
    filename: file,
    corruptAlertThreshold: 0,
    afterSerialization: escapeLineEnds,
    beforeDeserialization: (line) => line,
  });
  try {
    await documents.loadDatabaseAsync();
  } catch (error) {
    throw new Error(`${file} cannot be read: ${String(error)}`, { cause: error });
  }
  return documents;
}

function dropTornEnd(file: string): void {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(newline) + 1;
  if (end < bytes.length) truncateSync(file, end);
}

/**
 * Escapes the characters that NeDB takes for line ends when it reads a file but that JSON
 * leaves as they are: a document with one of them would be lost at the next start.
 */
export function escapeLineEnds(line: string): string {
  const escape = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return line.replace(/[\u0085\u2028\u2029]/g, escape);
}
