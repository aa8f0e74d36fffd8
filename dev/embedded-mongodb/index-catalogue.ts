import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** An index of a collection, as the client described it. */
export interface IndexSpec {
  name: string;
  key: Record<string, 1 | -1>;
  unique?: boolean;
  sparse?: boolean;
  expireAfterSeconds?: number;
}

/** The index that every collection has. */
export const idIndex: IndexSpec = { name: '_id_', key: { _id: 1 } };

/** NeDB's name for an index over these fields, which knows neither order nor direction. */
export function indexedFields(spec: IndexSpec): string {
  return Object.keys(spec.key).sort().join(',');
}

/** Reads the list of indexes beside a data file; none when there is no list. */
export function readIndexes(dataFile: string): IndexSpec[] {
  try {
    return JSON.parse(readFileSync(listFile(dataFile), 'utf8')) as IndexSpec[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Writes the list so that a reader sees the old one or the new one. It has its own file because
 * NeDB forgets names and expireAfterSeconds when it rewrites a data file.
 */
export function writeIndexes(dataFile: string, indexes: IndexSpec[]): void {
  const file = listFile(dataFile);
  writeFileSync(`${file}~`, JSON.stringify(indexes));
  renameSync(`${file}~`, file);
}

/** Removes the list of indexes. */
export function removeIndexes(dataFile: string): void {
  rmSync(listFile(dataFile), { force: true });
}

function listFile(dataFile: string): string {
  return dataFile.replace(/\.db$/, '.indexes.json');
}
