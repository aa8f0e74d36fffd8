import { AppendOnlyFile, type Disk } from './append-only-file.ts';
import { runPipeline } from './query.ts';
import {
  asDocument,
  checkFields,
  checkPath,
  checkValue,
  CommandError,
  decode,
  encode,
  isDocument,
  isScalar,
  refuse,
  valueAt,
  type Document,
} from './values.ts';

/** An index of a collection, as the client described it. Queries do not need any. */
export interface IndexSpec {
  name: string;
  key: Record<string, 1 | -1>;
  unique?: boolean | undefined;
  sparse?: boolean | undefined;
  expireAfterSeconds?: number | undefined;
}

/** The index that every collection has. */
export const idIndex: IndexSpec = { name: '_id_', key: { _id: 1 } };

/**
 * Documents in memory and in a file of lines, each of which is a document, the id of a deleted one
 * or an index. Documents are replaced and never changed, because cursors hold them.
 */
export class Collection {
  readonly file: AppendOnlyFile;
  readonly indexes: IndexSpec[] = [];
  #namespace: string;
  #documents = new Map<unknown, Document>();

  /** Loads the collection from its file, which is made when there is none. Throws a CommandError. */
  constructor(namespace: string, path: string, disk?: Disk) {
    this.#namespace = namespace;
    this.file = new AppendOnlyFile(path, disk);
    this.#load();
  }

  /** Reads the file again after a failure. Throws a CommandError when it cannot be read. */
  ready(): this {
    if (this.file.failure) this.#load();
    return this;
  }

  /** Returns what a pipeline makes of the documents, which must not be changed. */
  run(pipeline: Document[]): Document[] {
    const filter = pipeline[0]?.$match;
    const id = isDocument(filter) ? filter._id : undefined;
    const ids = isDocument(id) && Object.keys(id).join() === '$in' ? id.$in : [id];
    if (!Array.isArray(ids) || !ids.every((item) => typeof item === 'string')) {
      return runPipeline(pipeline, [...this.#documents.values()]);
    }
    const found = [...new Set(ids)].map((item) => this.#documents.get(item));
    return runPipeline(
      pipeline,
      found.filter((document) => document !== undefined),
    );
  }

  /** Adds a document. Throws a CommandError. */
  insert(document: Document): void {
    const isThere = this.#documents.has(document._id);
    if (isThere) throw duplicateKeyError(this.#namespace, document, idIndex);
    this.replace(document);
  }

  /** Puts a document in the place of the one with the same `_id`. Throws a CommandError. */
  replace(document: Document): void {
    if (typeof document._id !== 'string') throw refuse('an _id but a string; it makes no ObjectId');
    checkValue(document, this.#namespace, true);
    for (const spec of this.indexes) {
      const all = spec.unique ? [...this.#documents.values()] : [];
      const others = all.filter(({ _id }) => _id !== document._id);
      checkIndex(spec, [...others, document], this.#namespace);
    }
    this.#write(document);
  }

  /** Removes documents that were found. */
  remove(documents: Document[]): void {
    for (const { _id } of documents) this.#write({ $$deleted: true, _id });
  }

  /** Removes the documents whose time is over, by every index that says how long they live. */
  removeExpired(): void {
    for (const { key, expireAfterSeconds: seconds } of this.indexes) {
      const $lte = new Date(Date.now() - Number(seconds) * 1000);
      const $match = { [Object.keys(key).join()]: { $lte } };
      if (seconds !== undefined) this.remove(this.run([{ $match }]));
    }
  }

  /** Adds an index. Throws a CommandError when documents violate it. */
  addIndex(spec: IndexSpec): void {
    checkIndex(spec, [...this.#documents.values()], this.#namespace);
    this.#write({ $$index: spec });
  }

  /** Rewrites the file without changed and deleted documents; returns the bytes freed. */
  compact(): Promise<number> {
    const indexes = () => this.indexes.map(($$index) => ({ $$index }));
    return this.file.rewrite(() => [...indexes(), ...this.#documents.values()].map(encode));
  }

  #load(): void {
    this.#documents.clear();
    this.indexes.length = 0;
    this.file.read((line) => this.#apply(decode(line) as Document));
  }

  #write(line: Document): void {
    this.#apply(line);
    this.file.append(encode(line));
  }

  #apply(line: Document): void {
    const { _id: id, $$deleted, $$index } = line;
    if (typeof id === 'string' && $$deleted === true) this.#documents.delete(id);
    else if (typeof id === 'string') this.#documents.set(id, line);
    else if ($$index) this.indexes.push($$index as IndexSpec);
    // Files of NeDB, which are the same otherwise, describe indexes in these lines.
    else if (!line.$$indexCreated && !line.$$indexRemoved) {
      throw new CommandError(1, 'a line is neither a document nor a change');
    }
  }
}

/** Throws a CommandError if these documents cannot stand in a collection with this index. */
function checkIndex(spec: IndexSpec, documents: Document[], namespace: string): void {
  const { name, key, unique } = spec;
  const seen = new Set<string>();
  for (const document of documents) {
    const values = Object.keys(key).map((field) => valueAt(document, field) ?? null);
    const isServed = unique
      ? values.every((value) => isScalar(value) && value !== null)
      : values.length === 1 || values.every(isScalar);
    if (!isServed) throw refuse(`arrays, objects or a missing key in the index ${name}`);
    if (unique && seen.has(encode(values))) throw duplicateKeyError(namespace, document, spec);
    seen.add(encode(values));
  }
}

/** MongoDB's error for a second document with the same key, with `keyPattern` and `keyValue`. */
function duplicateKeyError(namespace: string, document: Document, { name, key }: IndexSpec) {
  const keyValue: Document = {};
  for (const field of Object.keys(key)) keyValue[field] = valueAt(document, field);
  const what = `collection: ${namespace} index: ${name} dup key: ${JSON.stringify(keyValue)}`;
  const details = { keyPattern: key, keyValue };
  return new CommandError(11000, `E11000 duplicate key error ${what}`, details);
}

/** Reads the description of an index. Throws a CommandError for what is not served. */
export function asIndexSpec(index: Document): IndexSpec {
  checkFields(index, 'v name key background unique sparse expireAfterSeconds');
  const { name, key, unique, sparse, expireAfterSeconds } = index as unknown as IndexSpec;
  for (const [field, direction] of Object.entries(asDocument(key))) {
    const isServed = (direction === 1 || direction === -1) && !checkPath(field).includes(',');
    if (!isServed) throw refuse(`an index on '${field}' of the kind ${String(direction)}`);
  }
  const isOfTime = Number(expireAfterSeconds) >= 0 && Object.keys(key).length === 1;
  if (typeof name !== 'string' || (expireAfterSeconds !== undefined && !isOfTime)) {
    throw refuse('an index without a name, or an expiry by anything but one field');
  }
  if (unique && sparse) throw refuse('an index that is both unique and sparse');
  return {
    name,
    key,
    unique: unique || undefined,
    sparse: sparse || undefined,
    expireAfterSeconds,
  };
}

/** Whether there is no such index yet. Throws a CommandError when there is, but a different one. */
export function isNewIndex(spec: IndexSpec, existing: IndexSpec[]): boolean {
  const fieldsOf = ({ key }: IndexSpec) => Object.keys(key).join();
  const identityOf = ({ key, unique, sparse }: IndexSpec) => encode([key, unique, sparse]);
  if (fieldsOf(spec) === '_id') return false;
  const sameName = existing.find(({ name }) => name === spec.name);
  const known = sameName ?? existing.find((index) => fieldsOf(index) === fieldsOf(spec));
  if (!known || encode(known) === encode(spec)) return !known;
  const code = sameName && identityOf(known) !== identityOf(spec) ? 86 : 85;
  throw new CommandError(code, `The index ${known.name} exists with other fields or options.`);
}
