import { calculateObjectSize, Long } from 'bson';
import { CommandError } from './refusals.ts';
import { maximumDocumentBytes, type Document } from './values.ts';

const maximumCursors = 1000;

/** The results that do not fit into one reply. How many a client wants at once does not matter. */
export class Cursors {
  #open = new Map<number, Document[]>();
  #lastId = 0;

  /** The reply with the first batch; the others are for `next`. */
  start(ns: string, documents: Document[]): Document {
    this.#open.set((this.#lastId += 1), documents);
    // Clients that went away never fetch theirs.
    this.#open.delete(this.#lastId - maximumCursors);
    return this.next(this.#lastId, ns, 'firstBatch');
  }

  /** The reply with the next batch. Throws a CommandError if there is no such cursor. */
  next(id: number, ns: string, field = 'nextBatch'): Document {
    const documents = this.#open.get(id);
    if (!documents) throw new CommandError(43, `No cursor ${id} was found.`);
    let bytes = 0;
    const isBeyond = (document: Document) =>
      (bytes += calculateObjectSize(document)) > maximumDocumentBytes;
    const end = documents.findIndex(isBeyond);
    const batch = documents.splice(0, end === -1 ? documents.length : end);
    const isLast = documents.length === 0;
    if (isLast) this.#open.delete(id);
    // Drivers refuse a cursor id that is not a 64-bit integer.
    return { cursor: { id: Long.fromNumber(isLast ? 0 : id), ns, [field]: batch } };
  }
}
