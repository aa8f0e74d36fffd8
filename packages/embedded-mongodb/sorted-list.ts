/** The place of an existing or new item. After the last item, `chunk` is the number of chunks. */
export interface Position {
  chunk: number;
  at: number;
}

const maxChunkLength = 1_000;

/** A long sorted list in chunks, because inserting into a single array would move half of it. */
export class SortedList<Item> {
  /** No chunk is empty. */
  readonly #chunks: Item[][] = [];

  /** Starts with items that are already in order. */
  constructor(sorted: readonly Item[]) {
    const length = maxChunkLength / 2;
    for (let first = 0; first < sorted.length; first += length) {
      this.#chunks.push(sorted.slice(first, first + length));
    }
  }

  /** The position of the first item for which `isBefore` is false; the end if there is none. */
  search(isBefore: (item: Item) => boolean): Position {
    const chunk = countLeading(this.#chunks, (items) => isBefore(items.at(-1) as Item));
    return { chunk, at: countLeading(this.#chunkAt(chunk), isBefore) };
  }

  /** The item at a position; undefined at the end. */
  at({ chunk, at }: Position): Item | undefined {
    return this.#chunkAt(chunk)[at];
  }

  /** The number of items before a position. */
  rank({ chunk, at }: Position): number {
    let before = at;
    for (let index = 0; index < chunk; index += 1) before += this.#chunkAt(index).length;
    return before;
  }

  /** Yields the items from `first` to the last one before `end`, in order or reversed. */
  *read(first: Position, end: Position, isReverse = false): Generator<Item> {
    for (let step = 0; step <= end.chunk - first.chunk; step += 1) {
      const chunk = isReverse ? end.chunk - step : first.chunk + step;
      const start = chunk === first.chunk ? first.at : 0;
      const part = this.#chunkAt(chunk).slice(start, chunk === end.chunk ? end.at : undefined);
      yield* isReverse ? part.reverse() : part;
    }
  }

  replace({ chunk, at }: Position, item: Item): void {
    this.#chunkAt(chunk)[at] = item;
  }

  insert({ chunk, at }: Position, item: Item): void {
    const isAtEnd = chunk === this.#chunks.length;
    if (this.#chunks.length === 0) this.#chunks.push([]);
    const index = isAtEnd ? this.#chunks.length - 1 : chunk;
    const items = this.#chunkAt(index);
    items.splice(isAtEnd ? items.length : at, 0, item);
    if (items.length > maxChunkLength) {
      this.#chunks.splice(index + 1, 0, items.splice(maxChunkLength / 2));
    }
  }

  remove({ chunk, at }: Position): void {
    const items = this.#chunkAt(chunk);
    items.splice(at, 1);
    if (items.length === 0) this.#chunks.splice(chunk, 1);
  }

  #chunkAt(chunk: number): Item[] {
    return this.#chunks[chunk] ?? [];
  }
}

/** Counts the leading items that meet a condition. The condition must be false for all others. */
function countLeading<Item>(items: readonly Item[], isMet: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isMet(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
