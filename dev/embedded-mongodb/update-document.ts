import { update } from 'mingo/updater';

import { CommandError, refuse, type Document } from './refusals.ts';
import { checkUpdate } from './update-operators.ts';
import { asDocument, isDocument, isScalar } from './values.ts';

/** Whether an update replaces the document: it names no operator. */
export function isReplacement(changes: Document): boolean {
  return !Object.keys(changes).some((key) => key.startsWith('$'));
}

/**
 * Returns what an update makes of a document, which is left as it was, and whether that is a
 * change. Throws a CommandError for anything MongoDB would refuse or this server does not serve.
 */
export function applyUpdate(
  document: Document,
  changes: Document,
): { changed: boolean; result: Document } {
  if (isReplacement(changes)) {
    checkSameId(document, changes._id);
    const result = { _id: document._id, ...changes };
    return { changed: JSON.stringify(result) !== JSON.stringify(document), result };
  }
  const operators = Object.entries(changes).filter(([operator]) => operator !== '$setOnInsert');
  return applyOperators(document, Object.fromEntries(operators), changes);
}

function applyOperators(document: Document, operators: Document, all = operators) {
  const { _id, ...set } = asDocument(operators.$set ?? {}, '$set');
  checkSameId(document, _id);
  const modifier = operators.$set === undefined ? operators : { ...operators, $set: set };
  checkUpdate(document, modifier, all);
  const result = structuredClone(document);
  const changed = update(result, modifier, [], {}, { cloneMode: 'deep' }).length > 0;
  return { changed, result };
}

function checkSameId(document: Document, _id: unknown): void {
  if (_id === undefined || _id === document._id) return;
  throw new CommandError(66, 'An update must not change the immutable field _id.');
}

/**
 * Returns the document that an upsert inserts when nothing matched: the equalities of the
 * filter, then the update with its `$setOnInsert`.
 */
export function upsertedDocument(filter: Document, changes: Document): Document {
  const known = equalities(filter);
  if (isReplacement(changes)) {
    const replacement = withId(known._id ?? changes._id, changes);
    if (known._id !== undefined) checkSameId(known, replacement._id);
    return replacement;
  }
  const { $setOnInsert, ...operators } = changes;
  const onInsert = asDocument($setOnInsert ?? {}, '$setOnInsert');
  const set = { ...asDocument(operators.$set ?? {}, '$set'), ...onInsert };
  const base = withId(known._id ?? set._id, {});
  const seed = Object.entries(known).filter(([path]) => path !== '_id');
  const start = applyOperators(base, { $set: Object.fromEntries(seed) }).result;
  return applyOperators(start, { ...operators, $set: set }, changes).result;
}

function withId(_id: unknown, document: Document): Document {
  if (_id === undefined) {
    throw refuse('an upsert that leaves the _id to the server, which would make an ObjectId of it');
  }
  return { _id, ...document };
}

function equalities(filter: Document): Document {
  const found: Document = {};
  for (const [path, value] of Object.entries(filter)) {
    if (path === '$and') Object.assign(found, ...(value as Document[]).map(equalities));
    else if (path.startsWith('$')) continue;
    else if (isScalar(value) || Array.isArray(value)) found[path] = value;
    else if (isDocument(value) && '$eq' in value) found[path] = value.$eq;
  }
  return found;
}
