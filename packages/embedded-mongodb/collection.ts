import { setImmediate } from 'node:timers/promises';

import { AppendOnlyFile, type Disk } from './append-only-file.ts';
import { asIndexSpec, idIndex, keyOf, type IndexSpec } from './indexes.ts';
import { runFind } from './query.ts';
import { CommandError } from './refusals.ts';
import { checkDocument, decode, encode, isDocument, readerOf, type Document } from './values.ts';

/**
 * Documents in memory and in a file of lines; each line is a document, the id of a deleted one or
 * an index. Documents are replaced and never mutated, because cursors hold them. Changes are made
 * in memory first, so every reply has to wait for `saved`.
 */
export class Collection {
  readonly indexes: IndexSpec[] = [idIndex];
  readonly #namespace: string;
  readonly #documents = new Map<unknown, Document>();
  readonly #file: AppendOnlyFile;
  #unsaved: { line: string; undo: () => void }[] = [];
  #saving: Promise<void> | undefined;

  /** Loads the collection from its file, or creates it. Throws a CommandError on failure. */
  constructor(namespace: string, path: string, disk?: Disk) {
    this.#namespace = namespace;
    this.#file = new AppendOnlyFile(path, (line) => this.#apply(decode(line) as Document), disk);
  }

  /** A superset of the documents that a filter matches. They must not be changed. */
  candidates({ _id }: Document): Document[] {
    const ids = typeof _id === 'string' ? [_id] : isDocument(_id) && _id.$in;
    if (!Array.isArray(ids)) return [...this.#documents.values()];
    return [...new Set<unknown>(ids)].flatMap<Document>((id) => this.#documents.get(id) ?? []);
  }

  /** Adds a document. Throws a CommandError. */
  insert(document: Document): void {
    const isThere = this.#documents.has(document._id);
    if (isThere) throw this.#duplicateKeyError(idIndex, document);
    this.replace(document);
  }

  /** Replaces the document with the same `_id`. Throws a CommandError on failure. */
  replace(document: Document): void {
    checkDocument(document, this.#namespace);
    for (const spec of this.indexes) this.#check(spec, document);
    this.#write(document);
  }

  /** Removes documents. */
  remove(documents: Document[]): void {
    for (const { _id } of documents) this.#write({ $$deleted: true, _id });
  }

  /** Removes the documents that have expired by any TTL index. */
  async removeExpired(): Promise<void> {
    for (const { key, expireAfterSeconds: seconds } of this.indexes) {
      if (seconds === undefined) continue;
      const filter = { [Object.keys(key).join()]: { $lte: new Date(Date.now() - seconds * 1000) } };
      this.remove(runFind(this.candidates(filter), { filter }));
    }
    await this.saved();
  }

  /** Creates an index unless it exists. Throws a CommandError if it, or a document, conflicts. */
  createIndex(description: Document): void {
    const spec = asIndexSpec(description);
    const isLike = (other: IndexSpec) =>
      other.name === spec.name || encode(other.key) === encode(spec.key);
    const known = this.indexes.find(isLike);
    if (known && encode(known) === encode(spec)) return;
    if (known) throw new CommandError(85, `The index ${known.name} exists with other options.`);
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

  /**
   * Resolves once all changes are on disk. If writing fails, undoes those that are not, and
   * rejects.
   */
  saved(): Promise<void> {
    return (this.#saving ??= this.#save());
  }

  /** Saves all changes and closes the file. */
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
    if (typeof id === 'string') {
      const before = this.#documents.get(id);
      if ($$deleted) this.#documents.delete(id);
      else this.#documents.set(id, line);
      return () => (before ? this.#documents.set(id, before) : this.#documents.delete(id));
    }
    if ($$index) this.indexes.push($$index as IndexSpec);
    // NeDB's files have the same format, except for these lines, which describe indexes.
    else if (!line.$$indexCreated && !line.$$indexRemoved) {
      throw new CommandError(1, 'a line is neither a document nor a change');
    }
    return () => this.indexes.pop();
  }

  #check(spec: IndexSpec, document: Document): void {
    const key = keyOf(spec, document);
    if (!spec.unique) return;
    for (const other of this.#documents.values()) {
      if (other._id === document._id || keyOf(spec, other) !== key) continue;
      throw this.#duplicateKeyError(spec, document);
    }
  }

  /** MongoDB's error for a second document with the same key, with `keyPattern` and `keyValue`. */
  #duplicateKeyError({ name, key }: IndexSpec, document: Document): CommandError {
    const fields = Object.keys(key).map((field) => [field, readerOf(field)(document)]);
    const keyValue = Object.fromEntries(fields) as Document;
    const where = `collection: ${this.#namespace} index: ${name}`;
    const message = `E11000 duplicate key error ${where} dup key: ${JSON.stringify(keyValue)}`;
    return new CommandError(11000, message, { keyPattern: key, keyValue });
  }
}
