import type { Document } from '../refusals.ts';
import { asDocuments } from '../values.ts';
import { created, type Command, type Context } from './command.ts';
import { runEach } from './run-each.ts';

async function insert(body: Document, context: Context): Promise<Document> {
  const documents = asDocuments(body.documents, 'documents');
  const collection = await created(body, context);
  let n = 0;
  const writeErrors = await runEach(documents, body, async (document) => {
    await collection.exclusively(() => collection.insert(document));
    n += 1;
  });
  return { n, ...writeErrors };
}

/** Adding documents. */
export const insertCommands: Record<string, Command> = {
  insert: { options: ['documents', 'ordered'], run: insert },
};
