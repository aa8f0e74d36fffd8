import { Aggregator } from 'mingo';

import { CommandError, type Document } from '../refusals.ts';
import { checkProjection } from '../projection.ts';
import { asCount, asDocument } from '../values.ts';
import {
  collectionName,
  findDocuments,
  namespaceOf,
  type Command,
  type Context,
} from './command.ts';

async function find(body: Document, context: Context): Promise<Document> {
  const filter = asDocument(body.filter ?? {}, 'filter');
  const documents = await findDocuments(body, context, filter, {
    sort: asDocument(body.sort ?? {}, 'sort'),
    skip: asCount(body.skip, 'skip', 0),
    limit: asCount(body.limit, 'limit', 0),
  });
  const projected = project(documents, asDocument(body.projection ?? {}, 'projection'));
  const cursor = context.cursors.start(namespaceOf(body, context), projected, {
    batchSize: asCount(body.batchSize, 'batchSize', undefined),
    singleBatch: body.singleBatch === true,
  });
  return { cursor };
}

/** Returns the documents with only the fields that a projection asks for. */
export function project(documents: Document[], projection: Document): Document[] {
  if (Object.keys(projection).length === 0) return documents;
  const $project = checkProjection(projection);
  return new Aggregator([{ $project }], {}).run<Document>(documents);
}

async function count(body: Document, context: Context): Promise<Document> {
  const filter = asDocument(body.query ?? {}, 'query');
  const found = await findDocuments(body, context, filter, {
    skip: asCount(body.skip, 'skip', 0),
    limit: asCount(body.limit, 'limit', 0),
  });
  return { n: found.length };
}

async function getMore(body: Document, context: Context): Promise<Document> {
  const id = asCount(body.getMore, 'getMore', 0);
  const namespace = `${context.database}.${String(body.collection)}`;
  const batchSize = asCount(body.batchSize, 'batchSize', 0) || Infinity;
  return { cursor: context.cursors.next(id, namespace, batchSize) };
}

function killCursors(body: Document, { cursors }: Context): Document {
  collectionName(body);
  if (!Array.isArray(body.cursors)) throw new CommandError(14, `'cursors' must be an array.`);
  const ids = body.cursors.map((id) => asCount(id, 'cursors', 0));
  const cursorsKilled = ids.filter((id) => cursors.kill(id));
  const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
}

/** Reading documents, a batch at a time. */
export const findCommands: Record<string, Command> = {
  find: {
    options: ['filter', 'sort', 'skip', 'limit', 'projection', 'batchSize', 'singleBatch'],
    run: find,
  },
  count: { options: ['query', 'skip', 'limit'], run: count },
  getMore: { options: ['collection', 'batchSize'], run: getMore },
  killCursors: { options: ['cursors'], run: killCursors },
};
