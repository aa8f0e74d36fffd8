import { calculateObjectSize, Long } from 'bson';
import { CommandError, type Document } from './values.ts';

const maximumBatchBytes = 16 * 1024 * 1024;
const maximumCursors = 1000;

/** The results that do not fit into one reply. How many a client wants at once does not matter. */
export class Cursors {
  #open = new Map<number, { namespace: string; batches: Document[][] }>();
  #lastId = 0;

  /** The reply with the first batch; the others are for `next`. */
  start(namespace: string, documents: Document[]): Document {
    const batches: Document[][] = [[]];
    let bytes = 0;
    for (const document of documents) {
      const size = calculateObjectSize(document);
      bytes += size;
      if (bytes > maximumBatchBytes && bytes > size) {
        batches.push([]);
        bytes = size;
      }
      batches.at(-1)?.push(document);
    }
    this.#lastId += 1;
    this.#open.set(this.#lastId, { namespace, batches });
    // Clients that went away never fetch theirs.
    this.#open.delete(this.#lastId - maximumCursors);
    return this.next(this.#lastId, namespace, 'firstBatch');
  }

  /** The reply with the next batch. Throws a CommandError if there is no such cursor. */
  next(id: number, namespace: string, field = 'nextBatch'): Document {
    const cursor = this.#open.get(id);
    if (cursor?.namespace !== namespace) throw new CommandError(43, `No cursor ${id} was found.`);
    const batch = cursor.batches.shift();
    if (cursor.batches.length === 0) this.#open.delete(id);
    // Drivers refuse a cursor id that is not a 64-bit integer.
    const openId = Long.fromNumber(this.#open.has(id) ? id : 0);
    return { cursor: { id: openId, ns: namespace, [field]: batch } };
  }

  /** Forgets cursors, and says which. */
  kill(ids: number[]): Document {
    const cursorsKilled = ids.filter((id) => this.#open.delete(id));
    return { cursorsKilled, cursorsNotFound: ids.filter((id) => !cursorsKilled.includes(id)) };
  }
}
