import { calculateObjectSize, Long } from 'bson';
import { CommandError } from './refusals.ts';
import { maximumDocumentBytes, type Document } from './values.ts';

const maximumCursors = 1000;

/** Results that do not fit into one reply. The client's batch size is ignored. */
export class Cursors {
  #open = new Map<number, Document[]>();
  #lastId = 0;

  /** The reply with the first batch; `next` returns the others. */
  start(ns: string, documents: Document[]): Document {
    this.#open.set((this.#lastId += 1), documents);
    // Disconnected clients never fetch the rest of their results.
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
    // Drivers only accept a 64-bit integer as a cursor id.
    return { cursor: { id: Long.fromNumber(isLast ? 0 : id), ns, [field]: batch } };
  }
}
