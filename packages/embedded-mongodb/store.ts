import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { calculateObjectSize, Long } from 'bson';

import { syncFolder, type Disk } from './append-only-file.ts';
import { Collection } from './collection.ts';
import { CommandError } from './refusals.ts';
import { maximumDocumentBytes, type Document } from './values.ts';

/** `<database>.<collection>`. Both name files, so they must be valid on any operating system. */
const served = /^([A-Za-z0-9_-]{1,63})\.((?!system\.)[A-Za-z0-9_-][A-Za-z0-9_.-]{0,120})$/;

/** The collections of a data folder. Each is stored in a file `<database>/<collection>.db`. */
export class Store {
  readonly collections = new Map<string, Collection>();
  readonly cursors = new Cursors();
  readonly #folder: string;
  readonly #disk: Disk | undefined;

  /** Loads a data folder. Throws a CommandError if a file cannot be read. */
  constructor(folder: string, disk?: Disk) {
    this.#folder = folder;
    this.#disk = disk;
    for (const database of readdirSync(folder, { withFileTypes: true })) {
      const files = database.isDirectory() ? readdirSync(join(folder, database.name)) : [];
      for (const file of files.filter((name) => name.endsWith('.db'))) {
        const collection = this.create(`${database.name}.${file.slice(0, -'.db'.length)}`);
        try {
          collection.compact();
        } catch {
          // A full disk must not prevent clients from reading.
        }
      }
    }
  }

  /** The collection of this name, created if necessary. Throws a CommandError on failure. */
  create(namespace: string): Collection {
    const openCollection = this.collections.get(namespace);
    if (openCollection) return openCollection;
    const [, database, name] = served.exec(namespace) ?? [];
    if (!database)
      throw new CommandError(73, `The embedded server does not support the name '${namespace}'.`);
    const path = join(this.#folder, database, `${name}.db`);
    const collection = new Collection(namespace, path, this.#disk);
    this.collections.set(namespace, collection);
    return collection;
  }

  dropDatabase(database: string): void {
    const names = [...this.collections.keys()].filter((name) => name.startsWith(`${database}.`));
    for (const name of names) {
      void this.collections.get(name)?.close();
      this.collections.delete(name);
    }
    if (names.length > 0) rmSync(join(this.#folder, database), { recursive: true });
    syncFolder(this.#folder);
  }
}

const maximumCursors = 1000;

/** Open cursors: results that do not fit in one reply. The client's batch size is ignored. */
class Cursors {
  #open = new Map<number, Document[]>();
  #lastId = 0;

  /** The reply with the first batch; `next` returns the others. */
  start(ns: string, documents: Document[]): Document {
    this.#open.set((this.#lastId += 1), documents);
    // Disconnected clients never fetch the rest of their results: their cursors must not pile up.
    const [oldest = 0] = this.#open.keys();
    if (this.#open.size > maximumCursors) this.#open.delete(oldest);
    return this.next(this.#lastId, ns, 'firstBatch');
  }

  close(ids: number[]): Document {
    const closed = ids.filter((id) => this.#open.delete(id));
    const notOpen = ids.filter((id) => !closed.includes(id));
    const [cursorsKilled, cursorsNotFound] = [closed, notOpen].map((group) =>
      group.map((id) => Long.fromNumber(id)),
    );
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
  }

  /** The reply with the next batch. Throws a CommandError if there is no such cursor. */
  next(id: number, ns: string, field = 'nextBatch'): Document {
    const documents = this.#open.get(id);
    if (!documents) throw new CommandError(43, `No cursor ${id} was found.`);
    let bytes = 0;
    const isBeyond = (document: Document) =>
      (bytes += calculateObjectSize(document)) > maximumDocumentBytes;
    const end = documents.findIndex(isBeyond);
    const batch = documents.splice(0, end === -1 ? documents.length : end);
    const isLast = documents.length === 0;
    if (isLast) this.#open.delete(id);
    // Drivers only accept a 64-bit integer as a cursor id.
    return { cursor: { id: Long.fromNumber(isLast ? 0 : id), ns, [field]: batch } };
  }
}
