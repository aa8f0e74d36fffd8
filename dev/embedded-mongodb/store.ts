import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { syncFolder, type Disk } from './append-only-file.ts';
import { Collection } from './collection.ts';
import { Cursors } from './cursors.ts';
import { CommandError } from './refusals.ts';

/**
 * `<database>.<collection>`: both are also file names, so they must be valid on any operating
 * system.
 */
const served = /^([A-Za-z0-9_-]{1,63})\.((?!system\.)[A-Za-z0-9_-][A-Za-z0-9_.-]{0,120})$/;

/** The collections of a data folder by namespace, each in `<database>/<collection>.db`. */
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
          // A full disk must not prevent reading.
        }
      }
    }
  }

  /** The collection of this name, created if necessary. Throws a CommandError on failure. */
  create(namespace: string): Collection {
    const known = this.collections.get(namespace);
    if (known) return known;
    const [, database, name] = served.exec(namespace) ?? [];
    if (!database)
      throw new CommandError(73, `The embedded server does not support the name '${namespace}'.`);
    const path = join(this.#folder, database, `${name}.db`);
    const collection = new Collection(namespace, path, this.#disk);
    this.collections.set(namespace, collection);
    return collection;
  }

  /** Deletes a database with all its collections. */
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
