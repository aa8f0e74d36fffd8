import type { IndexSpec } from './indexes.ts';
import { SortedList, type Position } from './sorted-list.ts';
import { comparable, readerOf, type Document } from './values.ts';

/** A range of texts. It includes `from`, but not `end`. */
export interface TextRange {
  from: string;
  end: string;
}

const mostChanges = 50_000;

/**
 * Finds documents by a text in the first field of an index. The text can be the value of the field,
 * or an element of the array there.
 */
export class ListIndex {
  readonly #read: (document: Document) => unknown;
  readonly #ids = new Map<string, unknown[]>();
  /** The number of changes that left outdated texts in the index. */
  #changes = 0;
  /** All texts in JavaScript's order, by UTF-16 code units. */
  readonly #texts: SortedList<string>;

  constructor({ key }: IndexSpec, documents: Iterable<Document>) {
    const [first = ''] = Object.keys(key);
    this.#read = readerOf(first);
    for (const document of documents) {
      for (const text of this.#textsOf(document)) this.#idsOf(text).push(comparable(document._id));
    }
    this.#texts = new SortedList([...this.#ids.keys()].sort());
  }

  /**
   * Adds, replaces or removes a document. Texts that the document no longer has stay in the index:
   * queries compare each document with the filter anyway.
   */
  change(before: Document | undefined, after: Document | undefined): void {
    const [old, added] = [this.#textsOf(before), this.#textsOf(after)];
    for (const text of added) {
      if (old.delete(text)) continue;
      if (!this.#ids.has(text)) this.#texts.insert(this.#positionOf(text), text);
      this.#idsOf(text).push(comparable(after?._id));
    }
    if (old.size > 0) this.#changes += 1;
  }

  /** Whether the index has too many outdated texts, and should be rebuilt. */
  get isWorn(): boolean {
    return this.#changes > mostChanges;
  }

  /** An upper bound for the number of documents with a text in one of the ranges. */
  count(ranges: readonly TextRange[]): number {
    return this.#within(ranges).reduce((sum, text) => sum + this.#idsOf(text).length, 0);
  }

  /**
   * The ids of all documents that have, or had, a text in one of the ranges. The ids are in the
   * form that `comparable` returns.
   */
  ids(ranges: readonly TextRange[]): Set<unknown> {
    return new Set(this.#within(ranges).flatMap((text) => this.#idsOf(text)));
  }

  #within(ranges: readonly TextRange[]): string[] {
    return ranges.flatMap(({ from, end }) => [
      ...this.#texts.read(this.#positionOf(from), this.#positionOf(end)),
    ]);
  }

  #textsOf(document: Document | undefined): Set<string> {
    const value = document && this.#read(document);
    const items: unknown[] = Array.isArray(value) ? value : [value];
    return new Set(items.filter((item) => typeof item === 'string'));
  }

  #idsOf(text: string): unknown[] {
    const ids = this.#ids.get(text) ?? [];
    if (ids.length === 0) this.#ids.set(text, ids);
    return ids;
  }

  #positionOf(text: string): Position {
    return this.#texts.search((other) => other < text);
  }
}
