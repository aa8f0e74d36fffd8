import type { Collection } from '../collection.ts';
import type { Document } from '../refusals.ts';
import { asDocuments } from '../values.ts';
import { created, type Command, type Context } from './command.ts';
import { isOfWrite, runEach } from './run-each.ts';

async function insert(body: Document, context: Context): Promise<Document> {
  const documents = asDocuments(body.documents, 'documents');
  const collection = await created(body, context);
  return collection.exclusively(async () => {
    // Together is far quicker; one by one tells which of them cannot be added.
    if (await areInserted(collection, documents)) return { n: documents.length };
    let n = 0;
    const writeErrors = await runEach(documents, body, async (document) => {
      await collection.insert([document]);
      n += 1;
    });
    return { n, ...writeErrors };
  });
}

async function areInserted(collection: Collection, documents: Document[]): Promise<boolean> {
  try {
    await collection.insert(documents);
    return true;
  } catch (error) {
    if (isOfWrite(error)) return false;
    throw error;
  }
}

/** Adding documents. */
export const insertCommands: Record<string, Command> = {
  insert: { options: ['documents', 'ordered'], run: insert },
};
