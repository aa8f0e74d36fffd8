import type { Collection } from '../collection.ts';
import { idIndex, indexedFields, type IndexSpec } from '../index-catalogue.ts';
import { checkFields, CommandError, refuse, type Document } from '../refusals.ts';
import { asDocument, asDocuments } from '../values.ts';
import { created, existing, namespaceOf, type Command, type Context } from './command.ts';

const served = ['v', 'name', 'key', 'unique', 'background', 'sparse', 'expireAfterSeconds'];

async function createIndexes(body: Document, context: Context): Promise<Document> {
  const specs = asDocuments(body.indexes, 'indexes').map(asIndexSpec);
  const collection = await created(body, context);
  return collection.exclusively(async () => {
    const numIndexesBefore = collection.indexes.length + 1;
    for (const spec of specs) {
      if (isNew(collection, spec)) await collection.addIndex(spec);
    }
    return { numIndexesBefore, numIndexesAfter: collection.indexes.length + 1 };
  });
}

function asIndexSpec(index: Document): IndexSpec {
  checkFields(index, served, 'an index');
  const key = asDocument(index.key, 'key');
  const fields = Object.entries(key);
  for (const [field, direction] of fields) {
    if ((direction !== 1 && direction !== -1) || /[$,]/.test(field)) {
      throw refuse(`an index on '${field}' of the kind ${String(direction)}`);
    }
  }
  const { name, expireAfterSeconds: seconds } = index;
  if (typeof name !== 'string' || fields.length === 0) {
    throw new CommandError(2, 'An index needs a name and fields.');
  }
  if (seconds !== undefined && (typeof seconds !== 'number' || seconds < 0 || fields.length > 1)) {
    throw new CommandError(2, 'expireAfterSeconds needs a number and an index on one field.');
  }
  return {
    name,
    key: key as IndexSpec['key'],
    ...(index.unique === true && { unique: true }),
    ...(index.sparse === true && { sparse: true }),
    ...(seconds !== undefined && { expireAfterSeconds: seconds }),
  };
}

function isNew(collection: Collection, spec: IndexSpec): boolean {
  if (indexedFields(spec) === '_id') return false;
  const sameName = collection.indexes.find(({ name }) => name === spec.name);
  const sameFields = collection.indexes.find(
    (index) => indexedFields(index) === indexedFields(spec),
  );
  const known = sameName ?? sameFields;
  if (!known) return true;
  if (JSON.stringify(known) === JSON.stringify(spec)) return false;
  throw new CommandError(
    sameName ? 86 : 85,
    `The index ${known.name} on { ${indexedFields(known)} } exists with other fields or options.`,
  );
}

async function listIndexes(body: Document, context: Context): Promise<Document> {
  const namespace = namespaceOf(body, context);
  const collection = await existing(body, context);
  if (!collection) throw new CommandError(26, `ns does not exist: ${namespace}`);
  const indexes = [idIndex, ...collection.indexes].map((spec) => ({ v: 2, ...spec }));
  return { cursor: context.cursors.start(namespace, indexes) };
}

async function dropIndexes(body: Document, context: Context): Promise<Document> {
  const collection = await existing(body, context);
  if (!collection) throw new CommandError(26, `ns not found: ${namespaceOf(body, context)}`);
  return collection.exclusively(async () => {
    const nIndexesWas = collection.indexes.length + 1;
    const { index } = body;
    const chosen = collection.indexes.filter(
      ({ name, key }) =>
        index === '*' || index === name || JSON.stringify(index) === JSON.stringify(key),
    );
    if (chosen.length === 0 && index !== '*') {
      throw new CommandError(27, `index not found: ${JSON.stringify(index)}`);
    }
    for (const spec of chosen) await collection.removeIndex(spec);
    return { nIndexesWas };
  });
}

/** Making, listing and removing indexes. */
export const indexCommands: Record<string, Command> = {
  createIndexes: { options: ['indexes'], run: createIndexes },
  listIndexes: { options: ['cursor'], run: listIndexes },
  dropIndexes: { options: ['index'], run: dropIndexes },
};
