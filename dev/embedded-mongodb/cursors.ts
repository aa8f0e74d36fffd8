import { calculateObjectSize, Long } from 'bson';

import { CommandError, type Document } from './refusals.ts';

const defaultFirstBatch = 101;
const maximumBatchBytes = 16 * 1024 * 1024;
const idleMilliseconds = 10 * 60_000;

interface OpenCursor {
  namespace: string;
  rest: Document[];
  usedAt: number;
}

/** How many documents a reply may hold, and whether it is the only one. */
export interface BatchOptions {
  batchSize?: number | undefined;
  singleBatch?: boolean;
}

/** The results that clients have not fetched yet, held in memory. */
export class Cursors {
  #open = new Map<number, OpenCursor>();
  #lastId = 0;

  /** The `cursor` field of a reply with the first batch, the rest kept for `next`. */
  start(namespace: string, documents: Document[], options: BatchOptions = {}): Document {
    const { batchSize = defaultFirstBatch, singleBatch = false } = options;
    const count = batchLength(documents, batchSize);
    const firstBatch = documents.slice(0, count);
    if (singleBatch || count === documents.length) return reply(0, namespace, { firstBatch });
    this.#lastId += 1;
    this.#open.set(this.#lastId, { namespace, rest: documents.slice(count), usedAt: Date.now() });
    return reply(this.#lastId, namespace, { firstBatch });
  }

  /** The `cursor` field of a reply with the next batch. Throws a CommandError if unknown. */
  next(id: number, namespace: string, batchSize = Infinity): Document {
    const cursor = this.#open.get(id);
    if (cursor?.namespace !== namespace) {
      throw new CommandError(43, `The cursor ${id} was not found.`);
    }
    const nextBatch = cursor.rest.splice(0, batchLength(cursor.rest, batchSize));
    cursor.usedAt = Date.now();
    if (cursor.rest.length > 0) return reply(id, namespace, { nextBatch });
    this.#open.delete(id);
    return reply(0, namespace, { nextBatch });
  }

  /** Forgets a cursor; returns false if it is unknown. */
  kill(id: number): boolean {
    return this.#open.delete(id);
  }

  /** Forgets the cursors that nobody has used for ten minutes. */
  killIdle(): void {
    for (const [id, { usedAt }] of this.#open) {
      if (Date.now() - usedAt > idleMilliseconds) this.#open.delete(id);
    }
  }
}

function batchLength(documents: Document[], batchSize: number): number {
  let bytes = 0;
  const end = Math.min(documents.length, batchSize);
  for (let index = 0; index < end; index += 1) {
    bytes += calculateObjectSize(documents[index] ?? {});
    if (bytes > maximumBatchBytes && index > 0) return index;
  }
  return end;
}

function reply(id: number, namespace: string, batch: Document): Document {
  // Drivers refuse a cursor id that is not a 64-bit integer.
  return { id: Long.fromNumber(id), ns: namespace, ...batch };
}
