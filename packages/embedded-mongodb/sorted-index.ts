import type { IndexSpec } from './indexes.ts';
import { SortedList, type Position } from './sorted-list.ts';
import { compareScalars, isScalar, readerOf, type Document } from './values.ts';

/** Where a range of an index begins or ends: before or after all documents with these values. */
export interface Edge {
  values: unknown[];
  isAfter: boolean;
}

/** The documents of a collection in the order of an index. `_id` decides between equal keys. */
export class SortedIndex {
  readonly #fields: { read: (document: Document) => unknown; direction: 1 | -1 }[];
  readonly #documents: SortedList<Document>;
  /** The number of documents that the index leaves out, because a key is an array or an object. */
  #others = 0;

  constructor({ key }: IndexSpec, documents: Iterable<Document>) {
    this.#fields = Object.entries(key).map(([path, direction]) => ({
      read: readerOf(path),
      direction,
    }));
    const all = [...documents];
    const held = all.filter((document) => this.#holds(document));
    this.#others = all.length - held.length;
    // Reads the keys before sorting, because sorting compares each key with many others.
    const rows = held.map((document) => ({ document, keys: this.#keysOf(document) }));
    rows.sort((left, right) => {
      const order = this.#compareKeys(left.keys, right.keys);
      return order || compareScalars(left.document._id, right.document._id);
    });
    this.#documents = new SortedList(rows.map(({ document }) => document));
  }

  /** Whether the index holds every document, so that queries can use it. */
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
      this.#documents.replace(this.#positionOf(before), after);
      return;
    }
    if (isHeld) this.#documents.remove(this.#positionOf(before));
    if (isKept) this.#documents.insert(this.#positionOf(after), after);
  }

  count(from: Edge, to: Edge): number {
    return Math.max(
      0,
      this.#documents.rank(this.#seek(to)) - this.#documents.rank(this.#seek(from)),
    );
  }

  read(from: Edge, to: Edge, isReverse: boolean): Generator<Document> {
    return this.#documents.read(this.#seek(from), this.#seek(to), isReverse);
  }

  /** Yields the first document with each key, and the number of documents with that key. */
  *runs(): Generator<[first: Document, count: number]> {
    let start: Position = { chunk: 0, at: 0 };
    for (;;) {
      const first = this.#documents.at(start);
      if (!first) return;
      const keys = this.#keysOf(first);
      const isWithin = (document: Document) => this.#compareKeys(this.#keysOf(document), keys) <= 0;
      const end = this.#documents.search(isWithin);
      yield [first, this.#documents.rank(end) - this.#documents.rank(start)];
      start = end;
    }
  }

  #holds(document: Document): boolean {
    return this.#fields.every(({ read }) => isScalar(read(document) ?? null));
  }

  #seek({ values, isAfter }: Edge): Position {
    return this.#documents.search((document) => {
      for (const [index, value] of values.entries()) {
        const field = this.#fields[index];
        const order = field ? compareScalars(field.read(document), value) * field.direction : 0;
        if (order !== 0) return order < 0;
      }
      return isAfter;
    });
  }

  #positionOf(document: Document): Position {
    return this.#documents.search((other) => this.#compare(other, document) < 0);
  }

  #keysOf(document: Document): unknown[] {
    return this.#fields.map(({ read }) => read(document));
  }

  /** Compares keys. A missing key counts as null, but comes after it if nothing else differs. */
  #compareKeys(left: unknown[], right: unknown[]): number {
    let missing = 0;
    for (let at = 0; at < left.length; at += 1) {
      const [one, other] = [left[at], right[at]];
      if (one === other) continue;
      const order = compareScalars(one, other);
      if (order !== 0) return this.#fields[at]?.direction === -1 ? -order : order;
      missing ||= Number(one === undefined) - Number(other === undefined);
    }
    return missing;
  }

  #compare(left: Document, right: Document): number {
    const order = this.#compareKeys(this.#keysOf(left), this.#keysOf(right));
    return order || compareScalars(left._id, right._id);
  }
}
