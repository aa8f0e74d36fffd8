import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Disk } from './append-only-file.ts';
import { Collection } from './collection.ts';
import { CommandError, type Document } from './values.ts';

/** `<database>.<collection>`: these names are also file names, on any operating system. */
const served = /^([A-Za-z0-9_-]{1,63})\.((?!system\.)[A-Za-z0-9_-][A-Za-z0-9_.-]{0,120})$/;

/** The collections of a data folder by their namespaces, each in `<database>/<collection>.db`. */
export class Store {
  readonly collections = new Map<string, Collection>();
  #folder: string;
  #disk: Disk | undefined;

  private constructor(folder: string, disk?: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** Loads everything in a data folder. Rejects when a file cannot be read. */
  static async open(folder: string, disk?: Disk): Promise<Store> {
    const store = new Store(folder, disk);
    for (const database of readdirSync(folder, { withFileTypes: true })) {
      const files = database.isDirectory() ? readdirSync(join(folder, database.name)) : [];
      for (const file of files.filter((name) => name.endsWith('.db'))) {
        const collection = store.create(`${database.name}.${file.slice(0, -'.db'.length)}`);
        // A disk that is full must not keep what is there from being read.
        await collection.compact().catch(() => undefined);
      }
    }
    return store;
  }

  #pathOf(namespace: string): string {
    const [, database, name] = served.exec(namespace) ?? [];
    if (database) return join(this.#folder, database, `${name}.db`);
    throw new CommandError(73, `'${namespace}' is not a name that the embedded server uses.`);
  }

  /** The collection of this name, or undefined if there is none. Throws if it cannot be read. */
  find(namespace: string): Collection | undefined {
    this.#pathOf(namespace);
    return this.collections.get(namespace)?.ready();
  }

  /** The collection of this name, made if there is none. Throws if it cannot be read. */
  create(namespace: string): Collection {
    const path = this.#pathOf(namespace);
    const collection = this.find(namespace) ?? new Collection(namespace, path, this.#disk);
    this.collections.set(namespace, collection);
    return collection;
  }

  /** Deletes a collection; returns false if there is none. */
  drop(namespace: string): boolean {
    this.collections.get(namespace)?.file.remove();
    return this.collections.delete(namespace);
  }

  /** Deletes a database with all its collections, and returns what says so. */
  dropDatabase(database: string): Document {
    const names = this.names(database);
    for (const name of names) this.drop(`${database}.${name}`);
    if (names.length > 0) rmSync(join(this.#folder, database), { recursive: true });
    return { dropped: database };
  }

  /** The names of the collections of a database. */
  names(database: string): string[] {
    const all = [...this.collections.keys()].filter((name) => name.startsWith(`${database}.`));
    return all.map((namespace) => namespace.slice(database.length + 1)).sort();
  }

  /** Removes the documents whose time is over. */
  async removeExpired(): Promise<void> {
    for (const collection of this.collections.values()) {
      try {
        collection.ready().removeExpired();
        await collection.file.durable;
      } catch (error) {
        console.error(error);
      }
    }
  }
}
