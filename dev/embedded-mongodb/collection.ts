import { rmSync, statSync } from 'node:fs';

import type Datastore from '@seald-io/nedb';

import { openDataFile } from './data-file.ts';
import { compileFilter, indexConditions } from './filter.ts';
import {
  idIndex,
  indexedFields,
  readIndexes,
  removeIndexes,
  writeIndexes,
  type IndexSpec,
} from './index-catalogue.ts';
import * as keys from './index-keys.ts';
import { CommandError, type Document } from './refusals.ts';
import { compileSort } from './sorting.ts';
import { checkStorable } from './values.ts';

/** Which of the matching documents to return, and in which order. `limit: 0` means all. */
export interface FindOptions {
  sort?: Document;
  skip?: number;
  limit?: number;
}

/** A collection: NeDB keeps the documents, their file and indexes; mingo decides what matches. */
export class Collection {
  readonly namespace: string;
  indexes: IndexSpec[] = [];
  #file: string;
  #documents: Datastore<Document>;
  #writes: Promise<unknown> = Promise.resolve();
  #unusable: CommandError | undefined;

  private constructor(namespace: string, file: string, documents: Datastore<Document>) {
    this.namespace = namespace;
    this.#file = file;
    this.#documents = documents;
  }

  /** Loads the collection from its file, which is created when there is none. */
  static async open(namespace: string, file: string): Promise<Collection> {
    const documents = await openDataFile(file);
    const collection = new Collection(namespace, file, documents);
    collection.indexes = readIndexes(file);
    for (const spec of collection.indexes) await keys.ensureIndex(documents, namespace, spec);
    return collection;
  }

  /** Whether it must be opened again, because it was dropped or a write failed half-way. */
  get unusable(): boolean {
    return this.#unusable !== undefined;
  }

  /** Runs a task after all earlier writes, so that what it reads is still so when it writes. */
  exclusively<T>(task: () => T | Promise<T>): Promise<T> {
    const result = this.#writes.then(() => {
      if (this.#unusable) throw this.#unusable;
      return task();
    });
    this.#writes = result.catch(() => undefined);
    return result;
  }

  /** Returns copies of the documents that match. */
  async find(filter: Document, options: FindOptions = {}): Promise<Document[]> {
    const { sort, skip = 0, limit = 0 } = options;
    const compare = sort && Object.keys(sort).length > 0 ? compileSort(sort) : undefined;
    const matches = compileFilter(filter);
    const wanted = compare || limit === 0 ? Infinity : skip + limit;
    const indexed = ['_id', ...this.indexes.flatMap(({ key }) => Object.keys(key))];
    // A range over an indexed array brings a candidate up once for each element.
    const found = new Set<unknown>();
    const documents = (await this.#documents.findAsync({
      ...indexConditions(filter, new Set(indexed)),
      $where(this: Document) {
        if (found.size >= wanted || found.has(this._id) || !matches(this)) return false;
        found.add(this._id);
        return true;
      },
    })) as unknown as Document[];
    if (compare) documents.sort(compare);
    return documents.slice(skip, limit === 0 ? undefined : skip + limit);
  }

  /** Adds documents, all of them or none. Throws a CommandError. */
  async insert(documents: Document[]): Promise<void> {
    for (const document of documents) this.#check(document);
    await this.#write(documents, false, () => this.#documents.insertAsync(documents));
  }

  /** Puts a document in the place of the one with the same `_id`. Throws a CommandError. */
  async replace(document: Document): Promise<void> {
    this.#check(document);
    const { _id } = document;
    await this.#write([document], true, () => this.#documents.updateAsync({ _id }, document, {}));
  }

  /** Removes the documents with these ids. */
  async remove(ids: unknown[]): Promise<void> {
    const query = { _id: { $in: ids } };
    await this.#write([], true, () => this.#documents.removeAsync(query, { multi: true }));
  }

  #check(document: Document): void {
    checkStorable(document);
    for (const spec of this.indexes) keys.checkIndexable(document, spec);
  }

  // NeDB resolves when the line has been handed to the operating system. That outlives a kill
  // of this process; it is not fsynced, so it need not outlive a power failure.
  async #write(documents: Document[], replaces: boolean, write: () => Promise<unknown>) {
    try {
      await write();
    } catch (error) {
      if (keys.isUniqueViolation(error)) throw await this.#clash(documents, replaces);
      // NeDB's memory is now ahead of the file, which is read again at the next use.
      this.#unusable = new CommandError(1, `Writing ${this.#file} failed: ${String(error)}`);
      throw this.#unusable;
    }
  }

  async #clash(documents: Document[], replaces: boolean): Promise<CommandError> {
    const specs = [idIndex, ...this.indexes.filter(({ unique }) => unique)];
    for (const document of documents) {
      for (const spec of specs) {
        const same = await this.find(keys.sameKeyFilter(document, spec));
        if (same.some(({ _id }) => !replaces || _id !== document._id)) {
          return keys.duplicateKeyError(this.namespace, keys.keyOf(document, spec), spec);
        }
      }
    }
    return new CommandError(11000, `E11000 duplicate key error collection: ${this.namespace}`);
  }

  /** Adds an index and remembers it. Throws a CommandError when documents violate it. */
  async addIndex(spec: IndexSpec): Promise<void> {
    await keys.ensureIndex(this.#documents, this.namespace, spec);
    this.indexes = [...this.indexes, spec];
    writeIndexes(this.#file, this.indexes);
  }

  /** Removes an index. */
  async removeIndex(spec: IndexSpec): Promise<void> {
    this.indexes = this.indexes.filter((index) => index !== spec);
    writeIndexes(this.#file, this.indexes);
    await this.#documents.removeIndexAsync(indexedFields(spec));
  }

  /** Rewrites the file without traces of changed and deleted documents; returns bytes freed. */
  async compact(): Promise<number> {
    const before = statSync(this.#file).size;
    await this.#documents.compactDatafileAsync();
    return Math.max(0, before - statSync(this.#file).size);
  }

  /** Deletes the files. Synchronous, so that nobody opens them again half-way. */
  drop(): void {
    this.#unusable = new CommandError(26, `${this.namespace} has just been dropped.`);
    rmSync(this.#file, { force: true });
    removeIndexes(this.#file);
  }
}
