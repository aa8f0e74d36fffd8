import { setImmediate } from 'node:timers/promises';

import { AppendOnlyFile, type Disk } from './append-only-file.ts';
import { asIndexSpec, idIndex, keyOf, type IndexSpec } from './indexes.ts';
import { runFind } from './query.ts';
import { CommandError } from './refusals.ts';
import { checkDocument, decode, encode, isDocument, readerOf, type Document } from './values.ts';

/**
 * Documents in memory and in a file of lines, each of which is a document, the id of a deleted one
 * or an index. Documents are replaced and never changed, because cursors hold them. All changes are
 * made in memory first: whoever tells of them, or of what is there, waits for `saved`.
 */
export class Collection {
  readonly indexes: IndexSpec[] = [idIndex];
  readonly #namespace: string;
  readonly #documents = new Map<unknown, Document>();
  readonly #file: AppendOnlyFile;
  #unsaved: { line: string; undo: () => void }[] = [];
  #saving: Promise<void> | undefined;

  /** Loads the collection from its file, which is made when there is none. Throws a CommandError. */
  constructor(namespace: string, path: string, disk?: Disk) {
    this.#namespace = namespace;
    this.#file = new AppendOnlyFile(path, (line) => this.#apply(decode(line) as Document), disk);
  }

  /** The documents among which are all that a filter matches. They must not be changed. */
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

  /** Puts a document in the place of the one with the same `_id`. Throws a CommandError. */
  replace(document: Document): void {
    checkDocument(document, this.#namespace);
    for (const spec of this.indexes) this.#check(spec, document);
    this.#write(document);
  }

  /** Removes documents that were found. */
  remove(documents: Document[]): void {
    for (const { _id } of documents) this.#write({ $$deleted: true, _id });
  }

  /** Removes the documents whose time is over, by every index that says how long they live. */
  async removeExpired(): Promise<void> {
    for (const { key, expireAfterSeconds: seconds } of this.indexes) {
      if (seconds === undefined) continue;
      const filter = { [Object.keys(key).join()]: { $lte: new Date(Date.now() - seconds * 1000) } };
      this.remove(runFind(this.candidates(filter), { filter }));
    }
    await this.saved();
  }

  /** Makes an index unless it is there. Throws a CommandError when it, or a document, clashes. */
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

  /** Rewrites the file without changed and deleted documents. Throws a CommandError. */
  compact(): void {
    const indexes = this.indexes.slice(1).map(($$index) => ({ $$index }));
    const lines = [...indexes, ...this.#documents.values()].map((line) => `${encode(line)}\n`);
    this.#file.rewrite(lines.join(''));
    this.#unsaved = [];
  }

  /** Resolves when all is on the disk; rejects, and has undone all that is not, if that fails. */
  saved(): Promise<void> {
    return (this.#saving ??= this.#save());
  }

  /** Saves what is there and closes the file. */
  async close(): Promise<void> {
    await this.saved().catch(() => undefined);
    this.#file.close();
  }

  async #save(): Promise<void> {
    // So writes that arrive together share a sync.
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

  /** Does what a line says, and returns what undoes it. */
  #apply(line: Document): () => void {
    const { _id: id, $$deleted, $$index } = line;
    if (typeof id === 'string') {
      const before = this.#documents.get(id);
      if ($$deleted) this.#documents.delete(id);
      else this.#documents.set(id, line);
      return () => (before ? this.#documents.set(id, before) : this.#documents.delete(id));
    }
    if ($$index) this.indexes.push($$index as IndexSpec);
    // Files of NeDB, which are the same otherwise, describe indexes in these lines.
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
