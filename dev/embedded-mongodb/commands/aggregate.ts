import { runPipeline } from '../pipeline.ts';
import { refuse, type Document } from '../refusals.ts';
import { asCount, asDocument, asDocuments } from '../values.ts';
import { findDocuments, namespaceOf, type Command, type Context } from './command.ts';

async function aggregate(body: Document, context: Context): Promise<Document> {
  if (typeof body.aggregate !== 'string') throw refuse('an aggregate over a whole database');
  const pipeline = asDocuments(body.pipeline, 'pipeline');
  const documents = await runPipeline(pipeline, (filter) => findDocuments(body, context, filter));
  const { batchSize } = asDocument(body.cursor, 'cursor');
  const cursor = context.cursors.start(namespaceOf(body, context), documents, {
    batchSize: asCount(batchSize, 'batchSize', undefined),
  });
  return { cursor };
}

/** Counting and grouping documents. */
export const aggregateCommands: Record<string, Command> = {
  aggregate: { options: ['pipeline', 'cursor'], run: aggregate },
};
