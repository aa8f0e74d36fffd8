import { checkFields, CommandError, type Document } from '../refusals.ts';
import { asDocument, asDocuments } from '../values.ts';
import { existing, type Command, type Context } from './command.ts';
import { runEach } from './run-each.ts';

async function remove(body: Document, context: Context): Promise<Document> {
  const deletes = asDocuments(body.deletes, 'deletes');
  const collection = await existing(body, context);
  let n = 0;
  const writeErrors = await runEach(deletes, body, async (write) => {
    checkFields(write, ['q', 'limit'], 'a delete');
    const { limit } = write;
    if (limit !== 0 && limit !== 1) throw new CommandError(9, `'limit' must be 0 or 1.`);
    await collection?.exclusively(async () => {
      const documents = await collection.find(asDocument(write.q, 'q'), { limit });
      if (documents.length > 0) await collection.remove(documents.map(({ _id }) => _id));
      n += documents.length;
    });
  });
  return { n, ...writeErrors };
}

/** Deleting documents. */
export const deleteCommands: Record<string, Command> = {
  delete: { options: ['deletes', 'ordered'], run: remove },
};
