import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { Collection } from './collection.ts';
import { CommandError } from './refusals.ts';

const databaseName = /^[A-Za-z0-9_-]{1,63}$/;
const collectionName = /^(?!system\.)[A-Za-z0-9_-][A-Za-z0-9_.-]{0,120}$/;
const extension = '.db';

/** The collections of a data folder, each in its file `<database>/<collection>.db`. */
export class Store {
  #folder: string;
  #collections = new Map<string, Promise<Collection>>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Loads everything in a data folder. Rejects when a file is damaged anywhere but at its end. */
  static async open(folder: string): Promise<Store> {
    mkdirSync(folder, { recursive: true });
    const store = new Store(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const files = readdirSync(join(folder, entry.name)).filter((file) =>
        file.endsWith(extension),
      );
      for (const file of files) await store.create(entry.name, file.slice(0, -extension.length));
    }
    return store;
  }

  /** The collection of this name, or undefined if there is none. */
  async find(database: string, name: string): Promise<Collection | undefined> {
    const known = this.#collections.get(checkedNamespace(database, name));
    return known && this.create(database, name);
  }

  /** The collection of this name, made if there is none. */
  async create(database: string, name: string): Promise<Collection> {
    const namespace = checkedNamespace(database, name);
    const opening = this.#collections.get(namespace) ?? this.#open(database, name);
    const collection = await opening;
    if (!collection.unusable) return collection;
    // Whoever comes first opens it again: two of them on one file would lose writes.
    if (this.#collections.get(namespace) === opening) this.#collections.delete(namespace);
    return this.create(database, name);
  }

  #open(database: string, name: string): Promise<Collection> {
    const namespace = `${database}.${name}`;
    const file = join(this.#folder, database, `${name}${extension}`);
    const opening = Collection.open(namespace, file);
    this.#collections.set(namespace, opening);
    opening.catch(() => this.#collections.delete(namespace));
    return opening;
  }

  /** Deletes a collection; returns false if there is none. */
  async drop(database: string, name: string): Promise<boolean> {
    const collection = await this.find(database, name);
    if (!collection) return false;
    await collection.exclusively(() => collection.drop());
    this.#collections.delete(collection.namespace);
    return true;
  }

  /** Deletes a database with all its collections. */
  async dropDatabase(database: string): Promise<void> {
    for (const name of this.names(database)) await this.drop(database, name);
    const folder = join(this.#folder, database);
    if (existsSync(folder) && this.names(database).length === 0) {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** The names of the databases that have a collection. */
  databases(): string[] {
    const names = [...this.#collections.keys()].map((namespace) => namespace.split('.')[0] ?? '');
    return [...new Set(names)].sort();
  }

  /** The names of the collections of a database. */
  names(database: string): string[] {
    const prefix = `${database}.`;
    return [...this.#collections.keys()]
      .filter((namespace) => namespace.startsWith(prefix))
      .map((namespace) => namespace.slice(prefix.length))
      .sort();
  }

  /** All collections. */
  async all(): Promise<Collection[]> {
    return Promise.all(
      this.databases().flatMap((database) =>
        this.names(database).map((name) => this.create(database, name)),
      ),
    );
  }
}

function checkedNamespace(database: string, name: string): string {
  // These names are also file names, on any operating system.
  if (!databaseName.test(database) || !collectionName.test(name)) {
    throw new CommandError(
      73,
      `'${database}.${name}' is not a name that the embedded server uses.`,
    );
  }
  return `${database}.${name}`;
}
