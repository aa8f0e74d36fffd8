import type { IndexSpec } from './indexes.ts';
import { compareScalars, isScalar, readerOf, type Document } from './values.ts';

/** Where a range of an index begins or ends: before or after all documents with these values. */
export interface Edge {
  values: unknown[];
  isAfter: boolean;
}

/** The documents of a collection in the order of an index; among equal keys by `_id`. */
export class SortedIndex {
  readonly #fields: { read: (document: Document) => unknown; direction: 1 | -1 }[];
  readonly #documents: Document[];
  /** How many documents have a list or an object as a key. */
  #others = 0;

  constructor({ key }: IndexSpec, documents: Iterable<Document>) {
    this.#fields = Object.entries(key).map(([path, direction]) => ({
      read: readerOf(path),
      direction,
    }));
    const all = [...documents];
    this.#documents = all.filter((document) => this.#holds(document));
    this.#others = all.length - this.#documents.length;
    this.#documents.sort((left, right) => this.#compare(left, right));
  }

  /** Whether it holds every document, so that queries can use it. */
  get isComplete(): boolean {
    return this.#others === 0;
  }

  /** Adds, replaces or removes a document. */
  change(before: Document | undefined, after: Document | undefined): void {
    const isHeld = before && this.#holds(before);
    const isKept = after && this.#holds(after);
    if (before && !isHeld) this.#others -= 1;
    if (after && !isKept) this.#others += 1;
    if (isHeld && isKept && this.#compare(before, after) === 0) {
      this.#documents[this.#positionOf(before)] = after;
      return;
    }
    if (isHeld) this.#documents.splice(this.#positionOf(before), 1);
    if (isKept) this.#documents.splice(this.#positionOf(after), 0, after);
  }

  /** The number of documents between two edges. */
  count(from: Edge, to: Edge): number {
    return Math.max(0, this.#seek(to) - this.#seek(from));
  }

  /** The documents between two edges, in order or in reverse. */
  *read(from: Edge, to: Edge, isReverse: boolean): Generator<Document> {
    const [first, end] = [this.#seek(from), this.#seek(to)];
    for (let step = 0; step < end - first; step += 1) {
      yield this.#documents[isReverse ? end - 1 - step : first + step] as Document;
    }
  }

  /** The first document of each key, with the number of documents that have it. */
  *runs(): Generator<[first: Document, count: number]> {
    for (let at = 0; at < this.#documents.length;) {
      const first = this.#documents[at] as Document;
      const end = this.#search((document) => this.#compareKeys(document, first) <= 0);
      yield [first, end - at];
      at = end;
    }
  }

  #holds(document: Document): boolean {
    return this.#fields.every(({ read }) => isScalar(read(document) ?? null));
  }

  /** The first position whose document is not `isBefore`. */
  #search(isBefore: (document: Document) => boolean): number {
    let [low, high] = [0, this.#documents.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.#documents[middle] as Document)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #seek({ values, isAfter }: Edge): number {
    return this.#search((document) => {
      for (const [index, value] of values.entries()) {
        const field = this.#fields[index];
        const order = field ? compareScalars(field.read(document), value) * field.direction : 0;
        if (order !== 0) return order < 0;
      }
      return isAfter;
    });
  }

  #positionOf(document: Document): number {
    return this.#search((other) => this.#compare(other, document) < 0);
  }

  /** By the keys, then by which of them are missing, which counts as null. */
  #compareKeys(left: Document, right: Document): number {
    for (const { read, direction } of this.#fields) {
      const order = compareScalars(read(left), read(right));
      if (order !== 0) return order * direction;
    }
    for (const { read } of this.#fields) {
      const order = Number(read(left) === undefined) - Number(read(right) === undefined);
      if (order !== 0) return order;
    }
    return 0;
  }

  #compare(left: Document, right: Document): number {
    return this.#compareKeys(left, right) || compareScalars(left._id, right._id);
  }
}
