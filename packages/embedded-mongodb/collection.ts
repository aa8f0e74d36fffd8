import { setImmediate } from 'node:timers/promises';
import { calculateObjectSize } from 'bson';

import { AppendOnlyFile, type Disk } from './append-only-file.ts';
import { asIndexSpec, idIndex, keyOf, type IndexSpec } from './indexes.ts';
import { match } from './query.ts';
import { CommandError } from './refusals.ts';
import {
  checkDocument,
  comparable,
  decode,
  encode,
  isDocument,
  isScalar,
  readerOf,
  type Document,
} from './values.ts';

/**
 * The documents of a collection, in memory and in a file. Each line of the file is a document, the
 * id of a deleted document, or an index. Documents are replaced and never mutated, because open
 * cursors refer to them. Changes are made in memory first, so every reply has to wait for `saved`.
 */
export class Collection {
  readonly indexes: IndexSpec[] = [idIndex];
  readonly #namespace: string;
  /** The documents by id. The ids are in the form that `comparable` returns. */
  readonly #documents = new Map<unknown, Document>();
  readonly #file: AppendOnlyFile;
  #unsaved: { line: string; undo: () => void }[] = [];
  #saving: Promise<void> | undefined;

  /** Loads the collection from its file, or creates it. Throws a CommandError on failure. */
  constructor(namespace: string, path: string, disk?: Disk) {
    this.#namespace = namespace;
    this.#file = new AppendOnlyFile(path, (line) => this.#apply(decode(line) as Document), disk);
  }

  /** Documents that can match a filter: those with its ids, or all. They must not be changed. */
  candidates(filter: unknown): Iterable<Document> {
    const { _id } = isDocument(filter) ? filter : {};
    const ids = isScalar(_id ?? undefined) ? [_id] : isDocument(_id) && _id.$in;
    if (!Array.isArray(ids)) return this.#documents.values();
    return [...new Set(ids.map(comparable))].flatMap<Document>(
      (id) => this.#documents.get(id) ?? [],
    );
  }

  /** The number of documents, their total size in bytes, and the size of the file in bytes. */
  get statistics() {
    const documents = [...this.#documents.values()];
    const size = documents.reduce((sum, document) => sum + calculateObjectSize(document), 0);
    return { count: documents.length, size, storageSize: this.#file.size };
  }

  insert(document: Document): void {
    const { _id } = document;
    const isThere = this.#documents.has(comparable(_id));
    if (isThere) throw this.#duplicateKeyError(idIndex, document);
    this.replace(Object.keys(document)[0] === '_id' ? document : { _id, ...document });
  }

  /** Adds a document, or replaces the one with its `_id`. Throws a CommandError on failure. */
  replace(document: Document): void {
    checkDocument(document, this.#namespace);
    for (const spec of this.indexes) this.#check(spec, document);
    this.#write(document);
  }

  remove(documents: Document[]): void {
    for (const { _id } of documents) this.#write({ $$deleted: true, _id });
  }

  async removeExpired(): Promise<void> {
    for (const { key, expireAfterSeconds: seconds } of this.indexes) {
      if (seconds === undefined) continue;
      const filter = { [Object.keys(key).join()]: { $lte: new Date(Date.now() - seconds * 1000) } };
      this.remove(match(this.#documents.values(), filter));
    }
    await this.saved();
  }

  /** Only unique and TTL indexes have an effect. Throws a CommandError if there is a conflict. */
  createIndex(description: Document): void {
    const spec = asIndexSpec(description);
    const isLike = (other: IndexSpec) =>
      other.name === spec.name || encode(other.key) === encode(spec.key);
    const existingIndex = this.indexes.find(isLike);
    if (existingIndex && encode(existingIndex) !== encode(spec)) {
      throw new CommandError(85, `The index ${existingIndex.name} exists with other options.`);
    }
    if (existingIndex) return;
    for (const document of this.#documents.values()) this.#check(spec, document);
    this.#write({ $$index: spec });
  }

  /** Rewrites the file without replaced and deleted documents. Throws a CommandError on failure. */
  compact(): void {
    const indexes = this.indexes.slice(1).map(($$index) => ({ $$index }));
    const lines = [...indexes, ...this.#documents.values()].map((line) => `${encode(line)}\n`);
    this.#file.rewrite(lines.join(''));
    this.#unsaved = [];
  }

  /** Resolves once all changes are on disk. On failure, undoes the unsaved ones and rejects. */
  saved(): Promise<void> {
    return (this.#saving ??= this.#save());
  }

  async close(): Promise<void> {
    await this.saved().catch(() => undefined);
    this.#file.close();
  }

  async #save(): Promise<void> {
    // Lets concurrent writes share one sync.
    await setImmediate();
    this.#saving = undefined;
    const writes = this.#unsaved.splice(0);
    if (writes.length === 0) return;
    try {
      this.#file.append(writes.map(({ line }) => line).join(''));
    } catch (error) {
      for (const { undo } of writes.reverse()) undo();
      throw error;
    }
  }

  #write(line: Document): void {
    this.#unsaved.push({ line: `${encode(line)}\n`, undo: this.#apply(line) });
  }

  /** Applies a line and returns a function that undoes it. */
  #apply(line: Document): () => void {
    const { _id: id, $$deleted, $$index } = line;
    if (id !== undefined) {
      const before = this.#documents.get(comparable(id));
      const after = $$deleted ? undefined : line;
      this.#put(id, after);
      return () => this.#put(id, before);
    }
    if ($$index) this.indexes.push($$index as IndexSpec);
    // Files written by NeDB have the same format, but other lines for indexes, which are ignored.
    else if (!line.$$indexCreated && !line.$$indexRemoved) {
      throw new CommandError(1, 'a line is neither a document nor a change');
    }
    return () => void this.indexes.pop();
  }

  #put(id: unknown, document: Document | undefined): void {
    if (document) this.#documents.set(comparable(id), document);
    else this.#documents.delete(comparable(id));
  }

  #check(spec: IndexSpec, document: Document): void {
    if (!spec.unique) return;
    const key = keyOf(spec, document);
    for (const other of this.#documents.values()) {
      const isSame = comparable(other._id) === comparable(document._id);
      if (isSame || keyOf(spec, other) !== key) continue;
      throw this.#duplicateKeyError(spec, document);
    }
  }

  #duplicateKeyError({ name, key }: IndexSpec, document: Document): CommandError {
    const fields = Object.keys(key).map((field) => [field, readerOf(field)(document)]);
    const keyValue = Object.fromEntries(fields) as Document;
    const where = `collection: ${this.#namespace} index: ${name}`;
    const message = `E11000 duplicate key error ${where} dup key: ${JSON.stringify(keyValue)}`;
    return new CommandError(11000, message, { keyPattern: key, keyValue });
  }
}
