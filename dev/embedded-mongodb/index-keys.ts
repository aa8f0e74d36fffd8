import type Datastore from '@seald-io/nedb';

import type { IndexSpec } from './index-catalogue.ts';
import { CommandError, refuse, type Document } from './refusals.ts';
import { isDocument } from './values.ts';

/** Throws a CommandError if NeDB would index the document differently from MongoDB. */
export function checkIndexable(document: Document, spec: IndexSpec): void {
  const fields = Object.keys(spec.key);
  for (const field of fields) {
    const value = keyValue(document, field) ?? null;
    if (Array.isArray(value) && fields.length > 1) {
      throw refuse(`the array '${field}' in the compound index ${spec.name}`);
    }
    // MongoDB takes a missing field for null; NeDB would allow one document of each kind.
    if (value === null && spec.unique && !spec.sparse) {
      throw refuse(`a missing or null '${field}' in the unique index ${spec.name}`);
    }
  }
}

/** The filter for the documents that have the same key in a unique index as this one. */
export function sameKeyFilter(document: Document, spec: IndexSpec): Document {
  const parts = Object.entries(keyOf(document, spec)).map(([field, value]) => [
    field,
    Array.isArray(value) ? { $in: value } : value,
  ]);
  return Object.fromEntries(parts) as Document;
}

/** MongoDB's error for a second document with the same key, with `keyPattern` and `keyValue`. */
export function duplicateKeyError(
  namespace: string,
  keyValue: Document,
  spec: IndexSpec,
): CommandError {
  const fields = Object.entries(keyValue).map(
    ([field, value]) => `${field}: ${JSON.stringify(value)}`,
  );
  return new CommandError(
    11000,
    `E11000 duplicate key error collection: ${namespace} index: ${spec.name} dup key: { ${fields.join(', ')} }`,
    { keyPattern: spec.key, keyValue },
  );
}

/** The values of a document in the fields of an index. */
export function keyOf(document: Document, spec: IndexSpec): Document {
  const values = Object.keys(spec.key).map((field) => [field, keyValue(document, field) ?? null]);
  return Object.fromEntries(values) as Document;
}

function keyValue(document: Document, field: string): unknown {
  return field.split('.').reduce<unknown>((value, part) => {
    if (Array.isArray(value)) throw refuse(`an index on '${field}' inside arrays`);
    return isDocument(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }, document);
}

/** Whether NeDB refused a write because of a unique index; its `key` says over which value. */
export function isUniqueViolation(error: unknown): error is Error & { key: unknown } {
  return (error as { errorType?: string }).errorType === 'uniqueViolated';
}

/** Makes NeDB index the documents. Throws a CommandError when one of them violates the index. */
export async function ensureIndex(
  documents: Datastore<Document>,
  namespace: string,
  spec: IndexSpec,
): Promise<void> {
  const { unique = false, sparse = false } = spec;
  const fieldName = Object.keys(spec.key);
  for (const document of documents.getAllData()) checkIndexable(document, spec);
  try {
    // NeDB never learns expireAfterSeconds: it would forget it, and delete while reading.
    await documents.ensureIndexAsync({ fieldName, unique, sparse });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const key = fieldName.length > 1 ? error.key : { [fieldName.join()]: error.key };
    throw duplicateKeyError(namespace, key as Document, spec);
  }
}
