import type { Collection } from '../collection.ts';
import { checkFields, CommandError, refuse, type Document } from '../refusals.ts';
import { applyUpdate, isReplacement, upsertedDocument } from '../update-document.ts';
import { asDocument, asDocuments } from '../values.ts';
import { created, type Command, type Context } from './command.ts';
import { runEach } from './run-each.ts';

async function update(body: Document, context: Context): Promise<Document> {
  const updates = asDocuments(body.updates, 'updates');
  const collection = await created(body, context);
  let [n, nModified] = [0, 0];
  const upserted: Document[] = [];
  const writeErrors = await runEach(updates, body, async (write, index) => {
    checkFields(write, ['q', 'u', 'upsert', 'multi'], 'an update');
    const result = await collection.exclusively(() => updateMatching(collection, write));
    n += result.matched + (result.upsertedId === undefined ? 0 : 1);
    nModified += result.modified;
    if (result.upsertedId !== undefined) upserted.push({ index, _id: result.upsertedId });
  });
  return { n, nModified, ...(upserted.length > 0 && { upserted }), ...writeErrors };
}

async function updateMatching(collection: Collection, write: Document) {
  const filter = asDocument(write.q, 'q');
  const changes = asUpdate(write.u);
  const multi = write.multi === true;
  if (multi && isReplacement(changes)) {
    throw new CommandError(9, 'A replacement cannot be made in many documents.');
  }
  const documents = await collection.find(filter, { limit: multi ? 0 : 1 });
  if (documents.length === 0 && write.upsert === true) {
    const document = upsertedDocument(filter, changes);
    await collection.insert([document]);
    return { matched: 0, modified: 0, upsertedId: document._id };
  }
  let modified = 0;
  for (const document of documents) {
    const { changed, result } = applyUpdate(document, changes);
    if (changed) await collection.replace(result);
    modified += Number(changed);
  }
  return { matched: documents.length, modified, upsertedId: undefined };
}

/** Returns the update document, or throws a CommandError for a pipeline. */
export function asUpdate(value: unknown): Document {
  if (Array.isArray(value)) throw refuse('updates by a pipeline');
  return asDocument(value, 'u');
}

/** Changing documents. */
export const updateCommands: Record<string, Command> = {
  update: { options: ['updates', 'ordered'], run: update },
};
